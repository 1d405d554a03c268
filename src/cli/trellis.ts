#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { packageVersion } from '../package-version.ts';
import { commandTable } from './commands.ts';
import { type CliIo, printNote, processIo } from './io.ts';

/** Parses `args` (without node and script) and runs the command; sets the exit code on `io`. */
async function main(io: CliIo, args: readonly string[]): Promise<void> {
  const program = new Command('trellis')
    .description(
      'A graph-centric knowledge base: documents and knowledge graphs, relational questions, cited answers.',
    )
    .version(packageVersion())
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) })
    .exitOverride();
  for (const entry of commandTable) {
    const wanted = args[0] === entry.name;
    program.addCommand(wanted ? await entry.load(io) : new Command(entry.name).description(entry.summary));
  }
  program.commands.forEach(inheritOutput(program));
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    io.setExitCode(error.exitCode === 0 ? 0 : 2);
  }
}

/** Sub-commands report usage faults the way the program does, at every depth. */
function inheritOutput(parent: Command): (command: Command) => void {
  return (command) => {
    command.copyInheritedSettings(parent);
    command.commands.forEach(inheritOutput(command));
  };
}

/** A reader that has seen enough (`| head`) closes the pipe: nothing more can be shown, and the work is finished. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

outliveReaders();
const io = processIo();
try {
  await main(io, process.argv.slice(2));
} catch (error) {
  printNote(io, error instanceof Error ? (error.stack ?? error.message) : String(error));
  io.setExitCode(1);
}
