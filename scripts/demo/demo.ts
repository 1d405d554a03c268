import { join } from 'node:path';
import { type CliIo, createProgress, printLine, printNote, processIo } from '../../src/cli/io.ts';
import { createTrellis, type Trellis } from '../../src/composition-root.ts';
import type { IngestReport } from '../../src/domain/api/documents.ts';
import { toTrellisError } from '../../src/errors.ts';
import { runService } from '../../src/server.ts';
import { readSettings } from '../../src/settings.ts';
import { checkAnswer, printAnswer, readDemoQuestions } from './questions.ts';

/** The demo's own tenant: it never mixes with documents of yours. */
const TENANT = 'demo';
const CORPUS = join(import.meta.dirname, 'corpus');

/** Ingests the sample corpus and says what became of each file. */
async function showIngest(io: CliIo, trellis: Trellis): Promise<IngestReport> {
  const progress = createProgress(io);
  progress.start(1, 'ingest');
  const report = await trellis.ingest.paths([CORPUS], {
    tenant: TENANT,
    signal: io.signal,
    onProgress: (done, total, uri) =>
      progress.update(done, `${done}/${total} ${uri.split('/').at(-1) ?? ''}`),
  });
  progress.stop();
  for (const result of report.results) {
    const name = result.uri.split('/').at(-1) ?? result.uri;
    const what =
      result.error === undefined
        ? `${result.chunks} chunks, ${result.entities} entities, ${result.relations} relations, ${result.qaPairs} QA pairs`
        : `${result.error.code}: ${result.error.message}`;
    printLine(io, `  ${result.status.padEnd(9)} ${name.padEnd(34)} ${what}`);
  }
  return report;
}

/** Asks the six questions; returns how many answers were not what they should be. */
async function showQuestions(io: CliIo, trellis: Trellis): Promise<number> {
  let wrong = 0;
  for (const expected of await readDemoQuestions()) {
    const answer = await trellis.ask({ question: expected.question, tenant: TENANT }, io.signal);
    const faults = checkAnswer(answer, expected);
    printAnswer(io, answer, faults);
    if (faults.length > 0) wrong += 1;
  }
  return wrong;
}

async function runDemo(io: CliIo, once: boolean): Promise<void> {
  const { config, folders } = readSettings(io.machine);
  printLine(io, 'Trellis demo: setting up (the first time fetches Neo4j and a 23 MB embedding model).');
  const started = performance.now();
  const trellis = await createTrellis(config, folders, {
    signal: io.signal,
    environment: io.machine.environment,
    onNote: (note) => printNote(io, `  ${note}`),
  });
  let wrong = 0;
  try {
    printLine(io, `\nIngesting ${CORPUS.split('/').slice(-3).join('/')} …`);
    const { totals } = await showIngest(io, trellis);
    printLine(
      io,
      `  ${Object.entries(totals)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}`,
    );
    wrong = await showQuestions(io, trellis);
  } finally {
    await trellis.close();
  }
  printLine(
    io,
    `\nSix questions, ${6 - wrong} as they should be; ${((performance.now() - started) / 1000).toFixed(1)} s in all.`,
  );
  if (wrong > 0) io.setExitCode(1);
  if (once) return await stopStarted(io, trellis);
  const { environment } = io.machine;
  await runService(config, folders, { signal: io.signal, environment }, ({ address, browserUrl }) => {
    printLine(
      io,
      `\nThe service answers at ${address} (API pages: ${address}/docs); the demo's tenant is "${TENANT}".`,
    );
    if (browserUrl !== undefined)
      printLine(io, `Neo4j Browser: ${browserUrl} (npx trellis db browser shows the login).`);
    printLine(io, 'Stop with Ctrl-C; the database goes on until npx trellis db stop.');
  });
}

/** A demo that ends leaves nothing running that it started. */
async function stopStarted(io: CliIo, trellis: Trellis): Promise<void> {
  if (await trellis.stopDatabase()) printNote(io, '  stopped the embedded Neo4j that this demo had started');
}

const io = processIo();
try {
  await runDemo(io, process.argv.slice(2).includes('--once'));
} catch (caught) {
  const error = toTrellisError(caught);
  printNote(io, `${error.code}: ${error.message}`);
  io.setExitCode(1);
}
