import { resolve } from 'node:path';
import { importNeo4j, planNeo4j, readMapping } from '../ingest/neo4j/import-neo4j.ts';
import type { Mapping } from '../ingest/neo4j/mapping.ts';
import { printMapping } from '../ingest/neo4j/print-mapping.ts';
import { readSettings } from '../settings.ts';
import { splitList } from './flag-list.ts';
import { type FilingFlags, reportImport } from './import-report.ts';
import { type CliIo, runCommand } from './io.ts';
import { withTrellis } from './open-trellis.ts';

/** Flags of `trellis import --neo4j`. */
export interface Neo4jFlags extends FilingFlags {
  readonly neo4j?: string;
  readonly plan?: boolean;
}

/** Runs `trellis import --neo4j MAPPING`; with `--plan` it prints the mapping and writes nothing. */
export function runNeo4j(io: CliIo, given: string, flags: Neo4jFlags): Promise<void> {
  const read = () => readMapping(given.includes('://') ? given : resolve(io.machine.workingDirectory, given));
  const json = flags.json === true;
  const access = () => ({
    config: readSettings(io.machine).config,
    environment: io.machine.environment,
    signal: io.signal,
  });
  if (flags.plan === true) {
    return runCommand(io, json, async () => {
      io.stdout.write(printMapping(await planNeo4j(await read(), access())));
    });
  }
  return withTrellis(io, json, async (trellis) => {
    const mapping: Mapping = await read();
    await reportImport(io, mapping.name ?? 'graph', json, (onProgress) =>
      importNeo4j(
        mapping,
        { ...access(), importSkb: trellis.import },
        {
          tenant: flags.tenant ?? trellis.config.TRELLIS_TENANT,
          access: splitList(flags.access ?? ''),
          classification: flags.classification,
          signal: io.signal,
          onProgress,
        },
      ),
    );
  });
}
