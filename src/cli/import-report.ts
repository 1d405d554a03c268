import type { ImportReport } from '../domain/api/import.ts';
import { type CliIo, createProgress, printJson, printLine } from './io.ts';

/** Flags that every import shares. */
export interface FilingFlags {
  readonly tenant?: string;
  readonly access?: string;
  readonly classification: string;
  readonly json?: boolean;
}

type OnProgress = (phase: string, done: number, total: number) => void;

const LABELS: Readonly<Record<string, string>> = {
  'read nodes': 'reading nodes',
  'read edges': 'reading relationships',
  check: 'checking rows',
  nodes: 'nodes',
  edges: 'edges',
  activate: 'making visible',
};

/** Runs an import with a progress bar under `label`, and prints its report. */
export async function reportImport(
  io: CliIo,
  label: string,
  json: boolean,
  work: (onProgress: OnProgress) => Promise<ImportReport>,
): Promise<void> {
  const progress = createProgress(io);
  let phase = '';
  try {
    const report = await work((now, done, total) => {
      if (now !== phase) progress.start(total, `${label}: ${LABELS[now] ?? now}`);
      phase = now;
      progress.update(done);
    });
    progress.stop();
    if (json) printJson(io, report);
    else for (const line of describe(report)) printLine(io, line);
  } finally {
    progress.stop();
  }
}

function describe({ source, status, nodes, edges, names, windows, ms }: ImportReport): string[] {
  if (status === 'unchanged') {
    return [`${source}: unchanged (${nodes.unchanged} nodes, ${edges.unchanged} edges are there already).`];
  }
  return [
    `${source}: ${status} in ${(ms / 1000).toFixed(1)} s.`,
    `  nodes: ${nodes.created} created, ${nodes.updated} updated, ${nodes.removed} removed, ${nodes.unchanged} unchanged`,
    `  edges: ${edges.created} created, ${edges.removed} removed, ${edges.unchanged} unchanged`,
    `  names written: ${names}; texts embedded: ${windows}`,
  ];
}
