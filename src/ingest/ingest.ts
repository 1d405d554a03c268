import { TrellisError } from '../errors.ts';
import { discoverFiles, type FoundFile } from './discover-files.ts';
import { runJob, sweepTenant } from './jobs.ts';
import { readFiling } from './metadata.ts';
import { failedResult } from './outcomes.ts';
import { readStableFile, tooLarge } from './read-file.ts';
import type { FindRules } from './rule-files.ts';
import { createRuleFinder } from './rule-files.ts';
import type { Ingest, IngestDeps, IngestOptions, NamedBytes, ParsedSource } from './services.ts';
import { type Source, sha256Of } from './sources.ts';

/** The flags of a run, checked as front matter is; `|` parts tenant and key in the ids of counts. */
function checkFlags<T extends IngestOptions>(options: T): T {
  if (!/^[^|\p{Cc}]{1,100}$/u.test(options.tenant)) {
    throw new TrellisError(
      'TRELLIS_INGEST_METADATA_INVALID',
      'A tenant has 1 to 100 characters and neither "|" nor control characters.',
    );
  }
  const { classification, tags, access } = options;
  return { ...options, ...readFiling({ classification, tags, access }, 'The options of this run') };
}

function fileSource(file: FoundFile, findRules: FindRules, maxBytes: number): Source {
  const { uri, name, named, path } = file;
  return {
    uri,
    name,
    named,
    load: async () => {
      const rules = await findRules(path);
      const bytes = await readStableFile(path, maxBytes);
      return { sha256: sha256Of(bytes), bytes, rules };
    },
  };
}

function uploadSource({ name, bytes }: NamedBytes, maxBytes: number): Source {
  return {
    uri: `upload:${encodeURIComponent(name)}`,
    name,
    named: true,
    load: async () => {
      if (bytes.length > maxBytes) throw tooLarge(name, bytes.length, maxBytes);
      return { sha256: sha256Of(bytes), bytes, rules: {} };
    },
  };
}

function parsedSource({ uri, sha256, parsed }: ParsedSource): Source {
  return { uri, name: parsed.file, named: true, load: async () => ({ sha256, parsed, rules: {} }) };
}

/** The last of several with one address: uploads of one name in one request are versions of one document. */
function lastOfEach(sources: readonly Source[]): Source[] {
  return [...new Map(sources.map((source) => [source.uri, source])).values()];
}

/** Returns the ingest service. Nothing runs until it is called; calls may overlap. */
export function createIngest(deps: IngestDeps): Ingest {
  const maxBytes = deps.config.INGEST_MAX_FILE_MB * 1024 * 1024;
  return {
    paths: async (paths, given) => {
      const options = checkFlags(given);
      const { files, failures, notes } = await discoverFiles(paths);
      for (const note of notes) options.onNote?.(`Left out ${note}`);
      const findRules = createRuleFinder();
      const sources = files.map((file) => fileSource(file, findRules, maxBytes));
      const failed = failures.map(({ uri, error }) => failedResult(uri, error, 0));
      return runJob(deps, { sources, failures: failed, recorded: true }, options);
    },
    files: async (files, given) => {
      const sources = lastOfEach(files.map((file) => uploadSource(file, maxBytes)));
      return runJob(deps, { sources, failures: [], recorded: true }, checkFlags(given));
    },
    parsed: async (documents, given) => {
      const sources = lastOfEach(documents.map(parsedSource));
      return runJob(deps, { sources, failures: [], recorded: false }, checkFlags(given));
    },
    sweep: (tenant) => sweepTenant(deps, tenant),
  };
}
