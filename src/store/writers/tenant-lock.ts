import type { RunStatement } from '../driver.ts';

/**
 * Locks a tenant until the transaction ends. Whoever changes shared facts, access keys or counts takes it first: such
 * changes follow each other, so that they neither deadlock nor overwrite what the other has just read. Tenants do
 * not wait for each other, and nobody waits while documents are parsed, embedded or staged.
 */
export async function lockTenant(run: RunStatement, tenant: string): Promise<void> {
  await run('write/tenant-lock', { id: `lock|${tenant}`, tenant });
}
