import { readFile, stat } from 'node:fs/promises';
import { TrellisError } from '../../errors.ts';
import type { ServerHome } from './home.ts';

const TAIL_LINES = 25;

/** Returns the size of Neo4j's log, to be given to `readTail` once the start that follows has failed. */
export async function logSize({ logFile }: ServerHome): Promise<number> {
  return stat(logFile).then(
    ({ size }) => size,
    () => 0,
  );
}

/**
 * Returns the last lines that this start wrote, oldest first: Java's own output, then what came into Neo4j's log
 * after its first `from` bytes (all of it when it was rotated meanwhile).
 */
export async function readTail({ consoleFile, logFile }: ServerHome, from: number): Promise<string[]> {
  const output = await readFile(consoleFile, 'utf8').catch(() => '');
  const log = await readFile(logFile).catch(() => Buffer.alloc(0));
  const added = log.subarray(log.length >= from ? from : 0).toString('utf8');
  const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
  return [...lines(output).slice(-TAIL_LINES), ...lines(added).slice(-TAIL_LINES)];
}

/** Returns whether the server ended because somebody else has one of its ports. */
export function saysPortTaken(tail: readonly string[]): boolean {
  return tail.some((line) => /Address already in use|BindException/i.test(line));
}

const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /OutOfMemoryError|Could not reserve enough space|insufficient memory|Invalid maximum heap/i,
    'It had too little memory: set NEO4J_HEAP_MB and NEO4J_PAGECACHE_MB lower than what is free, but not below 512 and 64.',
  ],
  [
    /lock(ed)? by another process|StoreLockException|FileLockException|store_lock/i,
    'Another Neo4j has this database open. End it, or set TRELLIS_DATA_DIR to another folder.',
  ],
  [
    /UnsupportedClassVersionError|Unsupported Java/i,
    'The Java that was found does not fit. Set JAVA_HOME to Java 21 or 25.',
  ],
  [
    /Permission denied|AccessDeniedException/i,
    'It may not write into its folder: give the folder to the user who runs Trellis.',
  ],
];

/** Returns the error for a server that ended, or did not become ready, after its start. */
export function startFailure(files: ServerHome, what: string, tail: readonly string[]): TrellisError {
  const all = tail.join('\n');
  const details = { logFile: files.logFile, consoleFile: files.consoleFile, tail };
  if (/No space left on device/i.test(all)) {
    return new TrellisError(
      'TRELLIS_DB_DISK_FULL',
      `Neo4j ended: the disk of ${files.home} is full. Free some space, or set TRELLIS_DATA_DIR to another disk.`,
      { details },
    );
  }
  const why = EXPLANATIONS.find(([pattern]) => pattern.test(all))?.[1];
  const last = tail.findLast((line) => /ERROR|Error|Exception/.test(line)) ?? tail.at(-1) ?? '';
  return new TrellisError(
    'TRELLIS_DB_START_FAILED',
    `${what} ${why ?? last.slice(0, 300)} The log is ${files.logFile}.`,
    { details },
  );
}
