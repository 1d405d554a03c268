import { statfs } from 'node:fs/promises';
import { TrellisError } from '../../errors.ts';

/** Returns the free space of the file system of the existing `folder`, in whole MiB, as this user may use it. */
export async function freeDiskMb(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / (1024 * 1024));
}

/**
 * Resolves when the file system of the existing `folder` has `neededMb` MiB free for `purpose`.
 * Errors: `TRELLIS_DB_DISK_FULL` that says how much is missing and where.
 */
export async function requireDiskSpace(folder: string, neededMb: number, purpose: string): Promise<void> {
  const freeMb = await freeDiskMb(folder);
  if (freeMb >= neededMb) return;
  throw new TrellisError(
    'TRELLIS_DB_DISK_FULL',
    `${folder} has ${freeMb} MiB free and ${purpose} needs ${neededMb} MiB. ` +
      'Free some space, or set TRELLIS_CACHE_DIR or TRELLIS_DATA_DIR to a folder on another disk.',
    { details: { folder, freeMb, neededMb } },
  );
}
