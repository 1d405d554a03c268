import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Config } from '../../../config.ts';
import { TrellisError } from '../../../errors.ts';
import type { Folders } from '../../../folders.ts';
import type { LayoutDocument } from './layout-json.ts';

/** Finds or fetches Java (11 or newer). */
export type JavaFinder = () => Promise<{ readonly executable: string }>;

/** A PDF to lay out; `sha256` names it in the engine's folder. */
export interface LayoutInput {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** What the engine made of a batch. A file it could not read is missing from `documents`. */
export interface LayoutResult {
  /** By sha256. */
  readonly documents: ReadonlyMap<string, LayoutDocument>;
  /** Why files are missing: the end of what the engine printed. */
  readonly complaint: string;
}

/** OpenDataLoader, a Java program: one process a batch, since the JVM's start costs more than a small file. */
export interface LayoutEngine {
  /**
   * Lays out all files in one Java process. Throws `TRELLIS_INGEST_PARSE_FAILED` on timeout, and what `java` throws.
   * Files under one password go together.
   */
  layOut(
    files: readonly LayoutInput[],
    options: { signal?: AbortSignal | undefined; password?: string | undefined },
  ): Promise<LayoutResult>;
}

/** What a layout engine needs. */
export interface LayoutEngineDeps {
  readonly java: JavaFinder;
  readonly config: Pick<Config, 'INGEST_JAVA_HEAP_MB' | 'INGEST_PARSE_TIMEOUT_MS'>;
  readonly folders: Pick<Folders, 'cache'>;
}

const JAR = join(
  dirname(createRequire(import.meta.url).resolve('@opendataloader/pdf')),
  '..',
  'lib',
  'opendataloader-pdf-cli.jar',
);

/** Shared class archive that Java makes at its first end; it halves the start, and Java renews it when it is stale. */
const CLASS_ARCHIVE = 'opendataloader.jsa';

/** From this many bytes a batch runs long enough for the full compiler to pay. */
const LONG_BATCH_BYTES = 4_000_000;

/** Output kept for messages. */
const COMPLAINT_LENGTH = 2_000;

function javaOptions(files: readonly LayoutInput[], heapMb: number, archive: string): string[] {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  return [
    `-Xmx${heapMb}m`,
    '-XX:+UseSerialGC',
    '-Djava.awt.headless=true',
    // Options of newer Java (the archive is made by itself from 19 on) must not stop an older one.
    '-XX:+IgnoreUnrecognizedVMOptions',
    '-XX:+AutoCreateSharedArchive',
    `-XX:SharedArchiveFile=${archive}`,
    '-Xlog:disable',
    ...(bytes < LONG_BATCH_BYTES ? ['-XX:TieredStopAtLevel=1'] : []),
  ];
}

function timeoutError(timeoutMs: number, count: number): TrellisError {
  return new TrellisError(
    'TRELLIS_INGEST_PARSE_FAILED',
    `Reading ${count} PDF file(s) took longer than ${timeoutMs} ms. Raise INGEST_PARSE_TIMEOUT_MS or split the file.`,
    { details: { timeoutMs, files: count } },
  );
}

/** Runs Java to its end; resolves with the end of what it printed, whatever its exit code says. */
function run(executable: string, parameters: readonly string[], signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(executable, parameters, {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    });
    let printed = '';
    const keep = (data: Buffer): void => {
      printed = `${printed}${data.toString('utf8')}`.slice(-COMPLAINT_LENGTH);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', () => resolve(printed));
  });
}

async function readLayout(path: string): Promise<LayoutDocument | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LayoutDocument;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    // A file cut off by a crash of the engine is as good as none; its reader falls back and says so.
    if (isMissing || error instanceof SyntaxError) return null;
    throw error;
  }
}

async function readLayouts(
  folder: string,
  files: readonly LayoutInput[],
): Promise<Map<string, LayoutDocument>> {
  const documents = new Map<string, LayoutDocument>();
  for (const { sha256 } of files) {
    const layout = await readLayout(join(folder, `${sha256}.json`));
    if (layout !== null) documents.set(sha256, layout);
  }
  return documents;
}

/** Returns the engine. Nothing is started before the first call; each call cleans up its folder. */
export function createLayoutEngine({ java, config, folders }: LayoutEngineDeps): LayoutEngine {
  const timeoutMs = config.INGEST_PARSE_TIMEOUT_MS;

  async function runIn(
    folder: string,
    files: readonly LayoutInput[],
    password: string | undefined,
    signal: AbortSignal,
  ): Promise<string> {
    const inputs = files.map((file) => join(folder, `${file.sha256}.pdf`));
    for (const [index, file] of files.entries()) await writeFile(inputs[index] ?? '', file.bytes);
    const archive = join(folders.cache, CLASS_ARCHIVE);
    const { executable } = await java();
    const engineOptions = [
      '-f',
      'json',
      '--image-output',
      'off',
      '--include-header-footer',
      '-q',
      '-o',
      folder,
    ];
    return run(
      executable,
      [
        ...javaOptions(files, config.INGEST_JAVA_HEAP_MB, archive),
        '-jar',
        JAR,
        ...engineOptions,
        ...(password === undefined ? [] : ['-p', password]),
        ...inputs,
      ],
      signal,
    );
  }

  return {
    async layOut(files, { signal, password }) {
      await mkdir(folders.cache, { recursive: true });
      const folder = await mkdtemp(join(folders.cache, 'layout-'));
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const both = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
        const complaint = await runIn(folder, files, password, both);
        return { documents: await readLayouts(folder, files), complaint };
      } catch (error) {
        if (timeout.aborted && signal?.aborted !== true) throw timeoutError(timeoutMs, files.length);
        throw error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
