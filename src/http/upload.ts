import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { TrellisError } from '../errors.ts';
import type { UploadedFile, UploadOptions } from './services.ts';

const FIELDS = ['tenant', 'classification', 'tags', 'access', 'reprocess'] as const;
type Field = (typeof FIELDS)[number];

interface Upload {
  readonly files: readonly UploadedFile[];
  readonly options: Omit<UploadOptions, 'signal'>;
}

const invalid = (message: string) => new TrellisError('TRELLIS_HTTP_BODY_INVALID', `${message} See /docs.`);

/**
 * Returns the files and fields of a multipart upload. Unknown or repeated fields, a file without a name and a request
 * without any file are refused with `TRELLIS_HTTP_BODY_INVALID`; a file over the limit with `TRELLIS_INGEST_TOO_LARGE`.
 */
export async function readUpload(request: FastifyRequest, config: Config): Promise<Upload> {
  if (!request.isMultipart()) throw invalid('Send the files as multipart/form-data.');
  const files: UploadedFile[] = [];
  const fields = new Map<Field, string>();
  for await (const part of request.parts()) {
    if (part.type === 'file') files.push({ name: fileName(part), bytes: await part.toBuffer() });
    else addField(fields, part.fieldname, part.value);
  }
  if (files.length === 0) throw invalid('The upload holds no file.');
  return { files, options: toOptions(fields, config) };
}

/** The base name only: an uploaded name never points anywhere in this machine's folders. */
function fileName(part: Extract<Multipart, { type: 'file' }>): string {
  const name = part.filename.split(/[/\\]/).at(-1)?.trim() ?? '';
  if (name === '' || name === '.' || name === '..')
    throw invalid(`A file part has no usable name ("${part.filename}").`);
  return name;
}

function addField(fields: Map<Field, string>, name: string, value: unknown): void {
  const field = FIELDS.find((known) => known === name);
  if (field === undefined) throw invalid(`Unknown field "${name}"; known are ${FIELDS.join(', ')}.`);
  if (fields.has(field)) throw invalid(`Field "${name}" is given twice.`);
  fields.set(field, String(value));
}

function toOptions(fields: ReadonlyMap<Field, string>, config: Config): Upload['options'] {
  const list = (value: string | undefined) =>
    value
      ?.split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  const tags = list(fields.get('tags'));
  const access = list(fields.get('access'));
  const classification = fields.get('classification');
  const reprocess = fields.get('reprocess');
  if (reprocess !== undefined && reprocess !== 'true' && reprocess !== 'false')
    throw invalid('Field "reprocess" must be true or false.');
  return {
    tenant: fields.get('tenant') ?? config.TRELLIS_TENANT,
    reprocess: reprocess === 'true',
    ...(tags === undefined ? {} : { tags }),
    ...(access === undefined ? {} : { access }),
    ...(classification === undefined ? {} : { classification }),
  };
}
