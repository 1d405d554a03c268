import { parseArgs } from 'node:util';
import neo4j from 'neo4j-driver';
import { pino } from 'pino';
import { createTrellis } from '../../src/composition-root.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { httpServices } from '../../src/server.ts';
import { readMachine, readSettings } from '../../src/settings.ts';
import { loadSyntheticGraph, proseWords, seededRandom, zipfWords } from './synthetic-graph.ts';

/**
 * Times POST /v1/search of the running service on made-up chunks, one question after the other: node
 * scripts/bench/search-service.ts [--chunks 20000] [--pipeline text,bm25] [--load] with NEO4J_URI, NEO4J_USER and
 * NEO4J_PASSWORD set. `--load` writes the chunks first (once), into a database that should be empty. The client is in
 * the same process, so its time counts too.
 */
const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '20000' },
    questions: { type: 'string', default: '100' },
    pipeline: { type: 'string', default: 'text,bm25,vector,rrf' },
    load: { type: 'boolean', default: false },
  },
});
const TENANT = `bench-${values.chunks}`;
const WARM_UP = 80;
/** Words of a question; about half of them are function words. */
const WORDS = 12;

const machine = readMachine();
const { config, folders } = readSettings({
  ...machine,
  environment: { ...machine.environment, HTTP_PORT: '0' },
});
const trellis = await createTrellis(config, folders, { environment: machine.environment });
const spell = proseWords();

if (values.load) {
  const driver = neo4j.driver(config.NEO4J_URI, neo4j.auth.basic(config.NEO4J_USER, config.NEO4J_PASSWORD));
  const chunks = Number(values.chunks);
  const shape = { words: [150, 450] as const, windowsPerChunk: 2, dimensions: trellis.embeddings.dimensions };
  await loadSyntheticGraph(driver, { tenant: TENANT, chunks, ...shape, seed: 1, spell }, (done) => {
    process.stderr.write(`${done} chunks\r`);
  });
  await driver.close();
}

const server = await createHttpServer({
  config,
  services: httpServices(trellis),
  logger: pino({ level: 'silent' }),
  version: trellis.version,
});
const address = await server.listen();
const word = zipfWords(seededRandom(11), 40_000, spell);

async function ask(pipeline: string): Promise<number> {
  const question = `${Array.from({ length: WORDS }, word).join(' ')}?`;
  const started = performance.now();
  const response = await fetch(`${address}/v1/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question, tenant: TENANT, limit: 10, pipeline }),
  });
  const { results } = (await response.json()) as { results?: readonly unknown[] };
  if (results?.length !== 10) throw new Error(`${response.status}: ${results?.length ?? 'no'} results`);
  return performance.now() - started;
}

for (const pipeline of values.pipeline.split(',')) {
  for (let round = 0; round < WARM_UP; round += 1) await ask(pipeline);
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < Number(values.questions); round += 1) times.push(await ask(pipeline));
  const { user, system } = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1);
  const cpu = ((user + system) / 1000 / times.length).toFixed(1);
  const memory = Math.round(process.memoryUsage().rss / 1024 / 1024);
  process.stdout.write(
    `${pipeline.padEnd(8)} p50 ${at(0.5)} ms  p95 ${at(0.95)} ms  CPU of this process ${cpu} ms  memory ${memory} MiB\n`,
  );
}
await server.stop();
await trellis.close();
