import type { Command } from 'commander';
import type { CliIo } from './io.ts';

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loads only this command's code, so that a call pays for nothing else. */
  readonly load: (io: CliIo) => Promise<Command>;
}

/** Every command of the command line, in the order of the help page. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: 'ingest',
    summary: 'Take files, folders or globs into the graph',
    load: async (io) => (await import('./ingest.ts')).ingestCommand(io),
  },
  {
    name: 'import',
    summary: 'Load an existing knowledge graph with texts on its nodes',
    load: async (io) => (await import('./import.ts')).importCommand(io),
  },
  {
    name: 'ask',
    summary: 'Answer a question with numbered sources',
    load: async (io) => (await import('./ask.ts')).askCommand(io),
  },
  {
    name: 'search',
    summary: 'Rank passages or entities without answering',
    load: async (io) => (await import('./search.ts')).searchCommand(io),
  },
  {
    name: 'docs',
    summary: 'List, show and delete documents',
    load: async (io) => (await import('./docs.ts')).docsCommand(io),
  },
  {
    name: 'text2cypher',
    summary: 'Let a chat model write a Cypher statement, and run it read-only',
    load: async (io) => (await import('./text2cypher.ts')).text2cypherCommand(io),
  },
  {
    name: 'serve',
    summary: 'Run the HTTP service',
    load: async (io) => (await import('./serve.ts')).serveCommand(io),
  },
  {
    name: 'eval',
    summary: 'Run an evaluation suite over pipelines',
    load: async (io) => (await import('./eval.ts')).evalCommand(io),
  },
  {
    name: 'models',
    summary: 'List, fetch and check models; re-embed the graph',
    load: async (io) => (await import('./models.ts')).modelsCommand(io),
  },
  {
    name: 'doctor',
    summary: 'Check the set-up: database, models, disk, languages',
    load: async (io) => (await import('./doctor.ts')).doctorCommand(io),
  },
  {
    name: 'db',
    summary: 'Start, stop and look after the embedded Neo4j',
    load: async (io) => (await import('./db.ts')).dbCommand(io),
  },
];
