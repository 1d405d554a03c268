import { Command } from 'commander';
import { runService } from '../server.ts';
import { readSettings } from '../settings.ts';
import { type CliIo, printJson, printLine, runCommand } from './io.ts';

/** `trellis serve`: runs the HTTP service until SIGINT or SIGTERM. */
export function serveCommand(io: CliIo): Command {
  return new Command('serve')
    .description('Run the HTTP service until it is told to stop (SIGINT, SIGTERM)')
    .option('--host <address>', 'address to bind to (HTTP_HOST)')
    .option('--port <number>', 'port to bind to (HTTP_PORT)')
    .option('--json', 'print the address as JSON')
    .action((options: { host?: string; port?: string; json?: boolean }) =>
      runCommand(io, options.json === true, async () => {
        const { config, folders } = readSettings({
          ...io.machine,
          environment: {
            ...io.machine.environment,
            ...(options.host === undefined ? {} : { HTTP_HOST: options.host }),
            ...(options.port === undefined ? {} : { HTTP_PORT: options.port }),
          },
        });
        const { environment } = io.machine;
        await runService(config, folders, { signal: io.signal, environment }, ({ address, browserUrl }) => {
          if (options.json === true)
            printJson(io, { address, docs: `${address}/docs`, neo4jBrowser: browserUrl });
          else printLine(io, `Trellis answers at ${address} (API: ${address}/docs).`);
        });
      }),
    );
}
