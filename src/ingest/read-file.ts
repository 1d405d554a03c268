import { open } from 'node:fs/promises';
import { TrellisError } from '../errors.ts';

/** Returns the error of a file over the limit. */
export function tooLarge(name: string, bytes: number, maxBytes: number): TrellisError {
  const mib = (value: number) => Math.ceil(value / 1024 / 1024);
  return new TrellisError(
    'TRELLIS_INGEST_TOO_LARGE',
    `"${name}" has ${mib(bytes)} MiB; at most ${mib(maxBytes)} are taken. Split it, or raise INGEST_MAX_FILE_MB.`,
    { details: { name, bytes, maxBytes } },
  );
}

function toReadError(path: string, cause: unknown): TrellisError {
  if (cause instanceof TrellisError) return cause;
  const reason = (cause as NodeJS.ErrnoException).code ?? 'unknown fault';
  if (reason === 'ENOENT') {
    return new TrellisError('TRELLIS_INGEST_FILE_NOT_FOUND', `"${path}" is gone.`, {
      details: { path },
      cause,
    });
  }
  return new TrellisError('TRELLIS_INGEST_FILE_UNREADABLE', `"${path}" cannot be read (${reason}).`, {
    details: { path, reason },
    cause,
  });
}

/**
 * Returns the bytes of a file as it was at one moment. Throws `TRELLIS_INGEST_FILE_CHANGED` when it was written to
 * meanwhile, `TRELLIS_INGEST_TOO_LARGE`, `TRELLIS_INGEST_FILE_NOT_FOUND`, `TRELLIS_INGEST_FILE_UNREADABLE`.
 */
export async function readStableFile(path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const file = await open(path, 'r');
    try {
      const before = await file.stat({ bigint: true });
      if (Number(before.size) > maxBytes) throw tooLarge(path, Number(before.size), maxBytes);
      const bytes = await file.readFile();
      const after = await file.stat({ bigint: true });
      const stable =
        before.mtimeNs === after.mtimeNs && before.size === after.size && BigInt(bytes.length) === after.size;
      if (stable) return bytes;
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw toReadError(path, cause);
  }
  throw new TrellisError(
    'TRELLIS_INGEST_FILE_CHANGED',
    `"${path}" changed while it was read. Ingest it again once it is at rest.`,
    { details: { path } },
  );
}
