import { parseArgs } from 'node:util';
import neo4j from 'neo4j-driver';
import { readConfig } from '../../src/config.ts';
import { resolveScope } from '../../src/store/access.ts';
import { connectStore, type Database } from '../../src/store/driver.ts';
import { migrate } from '../../src/store/migrate.ts';
import { treeNodes } from '../../src/store/nodes.ts';
import { fullTextCandidates, termCounts, vectorCandidates } from '../../src/store/search.ts';
import { loadSyntheticGraph, proseWords, randomVector, seededRandom, zipfWords } from './synthetic-graph.ts';

/**
 * Times the store's part of a search on made-up chunks: node scripts/bench/store-search.ts [--chunks 20000]
 * [--load] with NEO4J_URI, NEO4J_USER and NEO4J_PASSWORD set. `--load` writes them first (once). The database must be
 * empty or a bench database, for it is embedded with a made-up model.
 */
const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '20000' },
    questions: { type: 'string', default: '60' },
    load: { type: 'boolean', default: false },
  },
});
const DIMENSIONS = 384;
const spell = proseWords();
const TENANT = `bench-${values.chunks}`;

function percentile(sorted: readonly number[], share: number): string {
  return (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
}

async function measure(
  name: string,
  rounds: number,
  work: (round: number) => Promise<unknown>,
): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await work(round);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  process.stdout.write(
    `${name.padEnd(44)} p50 ${percentile(times, 0.5)} ms  p95 ${percentile(times, 0.95)} ms\n`,
  );
}

async function load(uri: string, user: string, password: string): Promise<void> {
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password));
  const options = {
    tenant: TENANT,
    chunks: Number(values.chunks),
    words: [150, 450] as const,
    dimensions: DIMENSIONS,
    spell,
  };
  await loadSyntheticGraph(driver, { ...options, windowsPerChunk: 2, seed: 1 }, (chunks) => {
    process.stderr.write(`${chunks} chunks\r`);
  });
  await driver.close();
}

async function run(database: Database): Promise<void> {
  const scope = await resolveScope(database, { tenant: TENANT, groups: 'all' });
  const random = seededRandom(7);
  const word = zipfWords(random, 40_000, spell);
  const questions = Array.from({ length: Number(values.questions) }, () => ({
    terms: Array.from({ length: 8 }, word).map((term) => ({ word: term, variants: [term] })),
    vector: randomVector(random, DIMENSIONS),
  }));
  const pick = (round: number) => questions[round % questions.length] ?? { terms: [], vector: [] };
  const options = { limit: 400 };
  const lexical = async (round: number) => {
    const { terms } = pick(round);
    const counts = await termCounts(
      database,
      scope,
      'chunk',
      terms.flatMap(({ variants }) => variants),
    );
    return fullTextCandidates(database, scope, 'chunk', terms, { ...options, counts });
  };
  const dense = (round: number) => vectorCandidates(database, scope, 'chunk', pick(round).vector, options);
  const rounds = questions.length;
  await measure('warm-up', rounds, async (round) => Promise.all([lexical(round), dense(round)]));
  await measure('term counts', rounds, (round) =>
    termCounts(
      database,
      scope,
      'chunk',
      pick(round).terms.flatMap(({ variants }) => variants),
    ),
  );
  await measure('counts + full text (400 with terms)', rounds, lexical);
  await measure('vector (400 windows)', rounds, dense);
  await measure('both at once', rounds, (round) => Promise.all([lexical(round), dense(round)]));
  const ids = (await lexical(0)).map(({ id }) => id);
  await measure('read 10 nodes', rounds, () => treeNodes(database, scope, ids.slice(0, 10)));
  await measure('read 100 nodes', rounds, () => treeNodes(database, scope, ids.slice(0, 100)));
  process.stdout.write(`memory of this process ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB\n`);
}

const config = readConfig(process.env);
const settings = { uri: config.NEO4J_URI, user: config.NEO4J_USER, password: config.NEO4J_PASSWORD };
const database = await connectStore({ ...settings, database: config.NEO4J_DATABASE }, config);
await migrate(database, { embeddingId: 'bench', dimensions: DIMENSIONS });
if (values.load) await load(settings.uri, settings.user, settings.password);
await run(database);
await database.close();
