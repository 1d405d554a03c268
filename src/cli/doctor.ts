import { Command } from 'commander';
import { examine } from '../doctor/examine.ts';
import type { DoctorCheck } from '../domain/api/doctor.ts';
import { readSettings } from '../settings.ts';
import { type CliIo, printJson, printLine, runCommand } from './io.ts';

interface DoctorFlags {
  readonly tenant?: string;
  readonly json?: boolean;
}

/** `trellis doctor`: one line a check; exit code 1 when one failed. Starts, fetches and changes nothing. */
export function doctorCommand(io: CliIo): Command {
  return new Command('doctor')
    .description('Check the set-up: Java, Neo4j, indexes, models, disk, languages; changes nothing')
    .option('--tenant <name>', 'tenant whose documents are counted (TRELLIS_TENANT)')
    .option('--json', 'print one JSON object')
    .action((flags: DoctorFlags) =>
      runCommand(io, flags.json === true, async () => {
        const { config, folders } = readSettings(io.machine);
        const report = await examine(config, folders, {
          tenant: flags.tenant ?? config.TRELLIS_TENANT,
          environment: io.machine.environment,
          signal: io.signal,
        });
        if (report.status === 'fail') io.setExitCode(1);
        if (flags.json === true) printJson(io, report);
        else for (const check of report.checks) printLine(io, describe(check));
      }),
    );
}

function describe({ status, name, message, advice }: DoctorCheck): string {
  const line = `${status.padEnd(5)} ${name.padEnd(12)} ${message}`;
  return advice === undefined ? line : `${line}  ${advice}`;
}
