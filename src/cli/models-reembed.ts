import type { Command } from 'commander';
import type { Database } from '../store/driver.ts';
import { type Embedder, reembed } from '../store/reembed.ts';
import { type CliIo, createProgress, printJson, printLine, runCommand } from './io.ts';

/** What re-embedding needs open. */
export interface ReembedServices {
  /** Connected, not migrated: a migration would refuse the graph because of its other model. */
  readonly database: Database;
  readonly embeddings: Embedder;
  close(): Promise<void>;
}

/** Adds `reembed` to `trellis models`; `open` gives the services when the command runs. */
export function addReembedCommand(models: Command, io: CliIo, open: () => Promise<ReembedServices>): void {
  models
    .command('reembed')
    .description('Embed the whole graph anew with the model of the settings; an interrupted run goes on')
    .option('--json', 'print one JSON object', false)
    .action(({ json }: { readonly json: boolean }) =>
      runCommand(io, json, async () => {
        const services = await open();
        try {
          await run(io, json, services);
        } finally {
          await services.close();
        }
      }),
    );
}

async function run(io: CliIo, json: boolean, { database, embeddings }: ReembedServices): Promise<void> {
  const bar = createProgress(io);
  let started = false;
  const onProgress = (done: number, total: number): void => {
    if (!started) bar.start(total, 'vectors');
    started = true;
    bar.update(done);
  };
  try {
    const report = await reembed(database, embeddings, { onProgress, signal: io.signal });
    const { embedded, model, dimensions } = report;
    if (json) return printJson(io, report);
    if (embedded === 0) printLine(io, `The graph is embedded with ${model} already.`);
    else printLine(io, `Embedded ${embedded} texts with ${model} (${dimensions} dimensions).`);
  } finally {
    if (started) bar.stop();
  }
}
