/** Memory of the embedded server in MiB. */
export interface ServerMemory {
  readonly heapMb: number;
  readonly pagecacheMb: number;
}

const clamp = (value: number, lowest: number, highest: number) =>
  Math.min(highest, Math.max(lowest, Math.floor(value)));

/**
 * Returns the memory to give the embedded server on a machine (or container) of `totalMb` MiB. A setting of 0
 * is fitted: heap = a quarter of the memory within 512 … 2048 MiB, page cache = an eighth within
 * 128 … 1024 MiB. 512 MiB of heap were seen to hold 20,000 vectors of 384 dimensions; more than the upper
 * bounds helps only databases beyond what one machine's demo or project needs, whose owners set it.
 */
export function fitMemory(totalMb: number, settings: ServerMemory): ServerMemory {
  return {
    heapMb: settings.heapMb > 0 ? settings.heapMb : clamp(totalMb / 4, 512, 2048),
    pagecacheMb: settings.pagecacheMb > 0 ? settings.pagecacheMb : clamp(totalMb / 8, 128, 1024),
  };
}
