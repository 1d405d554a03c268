import { createHash } from 'node:crypto';
import type { Block, ParsedDocument } from '../domain/document.ts';
import { TrellisError } from '../errors.ts';
import { parsePagesText } from '../ingest/parse/page-texts.ts';
import type { Ingest, IngestOptions, ParsedSource } from '../ingest/services.ts';
import type { Database } from '../store/driver.ts';
import { readCragRows, toSource } from './crag-rows.ts';
import { SUITE_SCHEME } from './locate-results.ts';
import type { PageTexts, Passage, Suite } from './suite.ts';

/** What loading needs. `settingsId` changes with every setting that shapes what is written. */
export interface LoadDependencies {
  readonly database: Database;
  readonly ingest: Ingest;
  readonly importGraph: (directory: string, tenant: string, signal?: AbortSignal) => Promise<unknown>;
  readonly settingsId: string;
  readonly now: () => Date;
}

interface LoadOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Documents handed over at once: bounds memory and lets progress show. */
const BATCH = 200;

/**
 * Loads a suite's data into a tenant of its own and returns the tenant's name. Data that were loaded whole before,
 * with the same settings, are not loaded again; a load that was cut short is finished.
 * Throws `TRELLIS_EVAL_SUITE_INVALID` when a document of the suite cannot be taken in.
 */
export async function loadSuite(
  suite: Suite,
  dependencies: LoadDependencies,
  options: LoadOptions = {},
): Promise<string> {
  const { database, settingsId, now } = dependencies;
  const tenant = tenantOf(suite, settingsId);
  const id = `suite|${tenant}`;
  if ((await database.read('read/eval-suite-loaded', { id })).length > 0) return tenant;
  await loadData(suite, tenant, dependencies, options);
  await database.write('write/eval-mark-loaded', {
    id,
    tenant,
    suite: suite.name,
    loadedAt: now().toISOString(),
  });
  return tenant;
}

function tenantOf(suite: Suite, settingsId: string): string {
  const name = suite.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  return `eval-${name}-${suite.digest}-${sha256(settingsId).slice(0, 6)}`;
}

async function loadData(
  { data, name }: Suite,
  tenant: string,
  { ingest, importGraph }: LoadDependencies,
  { signal, onProgress }: LoadOptions,
): Promise<void> {
  const options: IngestOptions = { tenant, ...(signal === undefined ? {} : { signal }) };
  if (data.kind === 'skb') {
    await importGraph(data.directory, tenant, signal);
  } else if (data.kind === 'files') {
    refuseFailures(
      name,
      await ingest.paths([data.directory], {
        ...options,
        ...(onProgress === undefined ? {} : { onProgress }),
      }),
    );
  } else if (data.kind === 'crag') {
    await loadCragPages(name, data.path, ingest, options, onProgress);
  } else {
    const sources =
      data.kind === 'passages' ? data.passages.map(fromPassage) : data.documents.map(fromPageTexts);
    for (let start = 0; start < sources.length; start += BATCH) {
      refuseFailures(name, await ingest.parsed(sources.slice(start, start + BATCH), options));
      onProgress?.(Math.min(start + BATCH, sources.length), sources.length);
    }
  }
}

/** Loads each page once; the rows are read batch by batch. The total is not known before the end. */
async function loadCragPages(
  suite: string,
  path: string,
  ingest: Ingest,
  options: IngestOptions,
  onProgress: LoadOptions['onProgress'],
): Promise<void> {
  const seen = new Set<string>();
  let batch: ParsedSource[] = [];
  const flush = async () => {
    refuseFailures(suite, await ingest.parsed(batch, options));
    onProgress?.(seen.size, seen.size);
    batch = [];
  };
  for await (const { pages } of readCragRows(path, options.signal)) {
    for (const page of pages) {
      if (seen.has(page.name)) continue;
      seen.add(page.name);
      const source = toSource(page, SUITE_SCHEME);
      if (source !== null) batch.push(source);
    }
    if (batch.length >= BATCH) await flush();
  }
  if (batch.length > 0) await flush();
}

function refuseFailures(suite: string, report: Awaited<ReturnType<Ingest['parsed']>>): void {
  const failed = report.results.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return;
  const first = failed.slice(0, 3).map(({ uri, error }) => `${uri}: ${error?.code} ${error?.message}`);
  throw new TrellisError(
    'TRELLIS_EVAL_SUITE_INVALID',
    `${failed.length} documents of suite ${suite} could not be loaded. ${first.join(' ')}`,
    {
      details: { failed: failed.length },
    },
  );
}

function fromPassage({ id, title = '', text }: Passage): ParsedSource {
  const block = (index: number, kind: 'heading' | 'paragraph', content: string): Block => ({
    id: `p1b${index}`,
    kind,
    text: content,
    ...(kind === 'heading' ? { level: 1 } : {}),
    box: [0, 0, 0, 0],
    confidence: 1,
  });
  const blocks = [
    ...(title === '' ? [] : [block(1, 'heading', title)]),
    block(title === '' ? 1 : 2, 'paragraph', text),
  ];
  const parsed: ParsedDocument = {
    ...parsePagesText({ name: String(id), pages: [{ page: 1, text }] }),
    title: title === '' ? String(id) : title,
    pages: [
      {
        number: 1,
        width: 0,
        height: 0,
        rotation: 0,
        source: 'text',
        ocrConfidence: null,
        problems: [],
        blocks,
      },
    ],
    sections: [
      {
        heading: title,
        level: title === '' ? 0 : 1,
        path: title,
        page: 1,
        blockIds: blocks.map((entry) => entry.id),
        children: [],
      },
    ],
  };
  return { uri: `${SUITE_SCHEME}${id}`, sha256: sha256(JSON.stringify([id, title, text])), parsed };
}

function fromPageTexts({ doc, title, pages }: PageTexts): ParsedSource {
  const parsed = parsePagesText({ name: doc, ...(title === undefined ? {} : { title }), pages });
  return { uri: `${SUITE_SCHEME}${doc}`, sha256: sha256(JSON.stringify([doc, title ?? '', pages])), parsed };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
