import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import type { DocumentMetadata, OutlineEntry, ParsedProblem } from '../../../domain/document.ts';
import { TrellisError } from '../../../errors.ts';

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

/** Size and place of a page. `toPage` maps PDF user space (y up) to page points with origin top left. */
export interface PageFacts {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
  readonly toPage: readonly number[];
}

/** What pdf.js tells of a file, before its layout is read. */
export interface PdfFacts {
  readonly title: string | undefined;
  readonly metadata: DocumentMetadata;
  readonly problems: readonly ParsedProblem[];
  readonly pages: readonly PageFacts[];
  /** Returns the page's text, lines as pdf.js gives them; '' when it has none. */
  readText(page: number): Promise<string>;
  /** Returns whether the page shows an image. */
  hasImage(page: number): Promise<boolean>;
  close(): Promise<void>;
}

/** Without these, pages of some Chinese, Japanese and Korean files come back empty. The final slash is needed. */
const CMAPS = `${join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps')}/`;

/** pdf.js's PermissionFlag.COPY: copying text out is allowed. */
const COPY_PERMISSION = 0x10;

function passwordError(name: string, given: boolean, cause: unknown): TrellisError {
  const code = given ? 'wrong_password' : 'password_required';
  const message = given
    ? `The password does not open ${name}. Give the document's own password.`
    : `${name} is encrypted. Give its password, or store it without one.`;
  return new TrellisError('TRELLIS_INGEST_PASSWORD_REQUIRED', message, {
    details: { file: name, problems: [{ code, message }] },
    cause,
  });
}

function damagedError(name: string, cause: unknown): TrellisError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `${name} is not a readable PDF (${reason}). It may be cut off or damaged: fetch or export it again.`;
  return new TrellisError('TRELLIS_INGEST_PARSE_FAILED', message, {
    details: { file: name, problems: [{ code: 'corrupt', message }] },
    cause,
  });
}

async function open(bytes: Uint8Array, name: string, password: string | undefined): Promise<PdfDocument> {
  try {
    // pdf.js takes the buffer over: it must have its own.
    return await getDocumentProxy(Uint8Array.from(bytes), {
      cMapUrl: CMAPS,
      cMapPacked: true,
      verbosity: 0,
      ...(password === undefined ? {} : { password }),
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw passwordError(name, password !== undefined, error);
    }
    throw damagedError(name, error);
  }
}

/** `D:20261130163554+01'00'` → ISO 8601; undefined when it is no such date. */
function isoDate(value: unknown): string | undefined {
  const parts =
    typeof value === 'string'
      ? /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z)|([+-])(\d{2})'?(\d{2})?)?/u.exec(value)
      : null;
  if (parts === null) return undefined;
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    ,
    sign,
    zoneHour,
    zoneMinute,
  ] = parts;
  const zone = sign === undefined ? 'Z' : `${sign}${zoneHour ?? '00'}:${zoneMinute ?? '00'}`;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Titles that programs leave behind (`Microsoft Word - draft3.doc`, `untitled`, a file name) are not the document's. */
function ownTitle(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const title = value.replace(/\s+/gu, ' ').trim();
  const left =
    /^(?:microsoft \w+ - |\(?(?:anonymous|unspecified|untitled)\)?$|sin t[íi]tulo|document\d*$|[\w-]+\.(?:docx?|exe|indd|od[pst]|pptx?|qxd|rtf|tex|txt|xlsx?|pdf)$)/iu;
  return title.length < 2 || left.test(title) ? undefined : title;
}

interface OutlineNode {
  readonly title: string;
  readonly items: readonly OutlineNode[];
}

function flatOutline(nodes: readonly OutlineNode[], level: number): OutlineEntry[] {
  if (level > 8) return [];
  return nodes.flatMap((node) => [{ title: node.title, level }, ...flatOutline(node.items, level + 1)]);
}

async function metadataOf(
  pdf: PdfDocument,
): Promise<{ title: string | undefined; metadata: DocumentMetadata }> {
  const info = (await pdf.getMetadata()).info as Record<string, unknown>;
  const outline = flatOutline(((await pdf.getOutline()) ?? []) as OutlineNode[], 1);
  const attached = Object.values(
    ((await pdf.getAttachments()) ?? {}) as Record<string, { filename?: string; content?: Uint8Array }>,
  );
  const text = (key: string) => (typeof info[key] === 'string' && info[key] !== '' ? info[key] : undefined);
  const stated = {
    author: text('Author'),
    subject: text('Subject'),
    created: isoDate(info['CreationDate']),
    modified: isoDate(info['ModDate']),
  };
  return {
    title: ownTitle(info['Title']),
    metadata: {
      ...Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined)),
      attachments: attached.map((file) => ({
        name: file.filename ?? '',
        mime: 'application/octet-stream',
        bytes: file.content?.length ?? 0,
      })),
      outline,
    },
  };
}

async function copyProblem(pdf: PdfDocument): Promise<ParsedProblem[]> {
  const permissions = await pdf.getPermissions();
  if (permissions === null || Array.from(permissions).includes(COPY_PERMISSION)) return [];
  return [{ code: 'copy_not_allowed', message: 'The author asks that its text is not copied out.' }];
}

function pageFacts(page: PdfPage, number: number): PageFacts {
  const viewport = page.getViewport({ scale: 1 });
  const { width, height, rotation, transform } = viewport;
  return { number, width, height, rotation, toPage: transform as number[] };
}

async function textOf(page: PdfPage): Promise<string> {
  const { items } = await page.getTextContent();
  const parts = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''));
  return parts.join('').trim();
}

async function showsImage(page: PdfPage): Promise<boolean> {
  const { OPS } = await getResolvedPDFJS();
  const painting = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
  const { fnArray } = await page.getOperatorList();
  return fnArray.some((operation) => painting.has(operation));
}

/**
 * Returns the facts of a PDF; close them after use. Throws `TRELLIS_INGEST_PASSWORD_REQUIRED` when it is encrypted and
 * no or a wrong password is given, `TRELLIS_INGEST_PARSE_FAILED` when it cannot be opened.
 */
export async function readPdfFacts(bytes: Uint8Array, name: string, password?: string): Promise<PdfFacts> {
  const pdf = await open(bytes, name, password);
  try {
    const pages: PageFacts[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1)
      pages.push(pageFacts(await pdf.getPage(number), number));
    return {
      ...(await metadataOf(pdf)),
      problems: await copyProblem(pdf),
      pages,
      readText: async (number) => textOf(await pdf.getPage(number)),
      hasImage: async (number) => showsImage(await pdf.getPage(number)),
      close: async () => pdf.loadingTask.destroy(),
    };
  } catch (error) {
    await pdf.loadingTask.destroy();
    throw error instanceof TrellisError ? error : damagedError(name, error);
  }
}
