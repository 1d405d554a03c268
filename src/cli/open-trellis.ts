import { createTrellis, openStoreAndModel, type StoreAndModel, type Trellis } from '../composition-root.ts';
import { readSettings } from '../settings.ts';
import { type CliIo, printNote, runCommand } from './io.ts';

/** Returns the services for the settings of this run; starts the embedded database when no other one is named. */
export async function openTrellis(io: CliIo): Promise<Trellis> {
  const { config, folders } = readSettings(io.machine);
  return await createTrellis(config, folders, {
    signal: io.signal,
    environment: io.machine.environment,
    onNote: (note) => printNote(io, note),
  });
}

/** Returns database and embedding model alone; see `openStoreAndModel`. */
export async function openForReembed(io: CliIo): Promise<StoreAndModel> {
  const { config, folders } = readSettings(io.machine);
  return await openStoreAndModel(config, folders, {
    signal: io.signal,
    environment: io.machine.environment,
    onNote: (note) => printNote(io, note),
  });
}

/** Runs a command's body with the services open, closes them again, and reports failures as `runCommand` does. */
export function withTrellis(
  io: CliIo,
  json: boolean,
  body: (trellis: Trellis) => Promise<void>,
): Promise<void> {
  return runCommand(io, json, async () => {
    const trellis = await openTrellis(io);
    try {
      await body(trellis);
    } finally {
      await trellis.close();
    }
  });
}
