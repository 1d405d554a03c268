import { readConfig } from '../../src/config.ts';
import { createIngest } from '../../src/ingest/ingest.ts';
import { openIngest } from '../integration/ingest/open-ingest.ts';

/**
 * A process that ingests a folder and may be killed at any moment: `node ingest-child.ts <folder> <tenant>`. Says
 * `ready` before it begins, and prints its report.
 */
const [folder = '', tenant = ''] = process.argv.slice(2);
const context = await openIngest(readConfig(process.env));
process.stdout.write('ready\n');
// So few rows a transaction that the large document is staged in parts.
const ingest = createIngest({ ...context.deps, rowsPerTransaction: 100 });
const report = await ingest.paths([folder], { tenant });
process.stdout.write(`${JSON.stringify(report)}\n`);
await context.close();
