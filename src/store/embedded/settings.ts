/** What the embedded server's configuration depends on. */
export interface ServerSettings {
  readonly boltPort: number;
  readonly httpPort: number;
  readonly pagecacheMb: number;
  /** A transaction whose client names no timeout of its own ends after so long. */
  readonly transactionTimeoutMs: number;
}

/** The address that the embedded server listens on; nothing else can reach it. */
export const LOOPBACK = '127.0.0.1';

/** Returns the text of `neo4j.conf`. Neo4j refuses to start on a setting it does not know. */
export function renderSettings(settings: ServerSettings): string {
  const lines = [
    '# Written by Trellis before each start; changes made here are lost. Use the NEO4J_* settings instead.',
    `server.default_listen_address=${LOOPBACK}`,
    // The advertised address is what Neo4j Browser is told to connect to; its port does not follow the other's.
    ...(['bolt', 'http'] as const).flatMap((name) => {
      const address = `${LOOPBACK}:${name === 'bolt' ? settings.boltPort : settings.httpPort}`;
      return [`server.${name}.listen_address=${address}`, `server.${name}.advertised_address=${address}`];
    }),
    'server.https.enabled=false',
    'dbms.security.auth_enabled=true',
    'server.http.x_forward.enabled=false',
    'dbms.usage_report.enabled=false',
    // By default a server announces itself on its networks and offers itself to a cloud console.
    'server.fleet_discovery.enabled=false',
    'dbms.fleet_manager.enabled=false',
    `server.memory.pagecache.size=${settings.pagecacheMb}m`,
    `db.transaction.timeout=${settings.transactionTimeoutMs}ms`,
    // Logs are written as they grow instead of 256 MiB ahead for each of the two databases.
    'db.tx_log.preallocate=false',
    // Without these two a stop takes 16 s, nearly all of it waiting for connections that are gone.
    'internal.dbms.bolt.netty_server_shutdown_quiet_period_duration=0s',
    'internal.server.bolt.connection_shutdown_wait_time=1s',
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns the two ports named in a text made by `renderSettings`, or `undefined` when it is another text. */
export function readPorts(text: string): { boltPort: number; httpPort: number } | undefined {
  const port = (name: string) =>
    Number(new RegExp(`^server\\.${name}\\.listen_address=.*:(\\d+)$`, 'm').exec(text)?.[1]);
  const ports = { boltPort: port('bolt'), httpPort: port('http') };
  return Number.isInteger(ports.boltPort) && Number.isInteger(ports.httpPort) ? ports : undefined;
}
