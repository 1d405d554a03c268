import { readConfig } from '../../src/config.ts';
import { createIngest } from '../../src/ingest/ingest.ts';
import type { Database, RunStatement } from '../../src/store/driver.ts';
import { openIngest } from '../integration/ingest/open-ingest.ts';

/**
 * A process that ingests a folder: `node ingest-child.ts <folder> <tenant> [statement]`. With a number it is killed
 * (SIGKILL, no clean-up of any kind) just after that statement was sent to the database. Else it prints its report and
 * how many statements it took.
 */
const [folder = '', tenant = '', killAt = ''] = process.argv.slice(2);
let statements = 0;

function counted(run: RunStatement): RunStatement {
  return (statement, parameters) => {
    const result = run(statement, parameters);
    statements += 1;
    if (statements === Number(killAt)) setImmediate(() => process.kill(process.pid, 'SIGKILL'));
    return result;
  };
}

const context = await openIngest(readConfig(process.env));
const { database } = context;
const watched: Database = {
  ...database,
  read: counted(database.read),
  write: counted(database.write),
  readTransaction: (work) => database.readTransaction((run) => work(counted(run))),
  writeTransaction: (work) => database.writeTransaction((run) => work(counted(run))),
};
// So few rows a transaction that the large document is staged in parts.
const ingest = createIngest({ ...context.deps, database: watched, rowsPerTransaction: 100 });
const report = await ingest.paths([folder], { tenant });
process.stdout.write(`${JSON.stringify({ report, statements })}\n`);
await context.close();
