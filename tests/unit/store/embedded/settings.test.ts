import { expect, test } from 'vitest';
import { readPorts, renderSettings } from '../../../../src/store/embedded/settings.ts';

const settings = { boltPort: 7701, httpPort: 7702, pagecacheMb: 128, transactionTimeoutMs: 5000 };

test('the configuration listens on loopback only, asks for a password and tells nobody outside', () => {
  const lines = renderSettings(settings).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'server.bolt.listen_address=127.0.0.1:7701',
      'server.bolt.advertised_address=127.0.0.1:7701',
      'server.http.listen_address=127.0.0.1:7702',
      'server.http.advertised_address=127.0.0.1:7702',
      'server.https.enabled=false',
      'dbms.security.auth_enabled=true',
      'dbms.usage_report.enabled=false',
      'server.fleet_discovery.enabled=false',
      'server.memory.pagecache.size=128m',
      'db.transaction.timeout=5000ms',
    ]),
  );
});

test('the ports of a written configuration can be read again', () => {
  expect(readPorts(renderSettings(settings))).toEqual({ boltPort: 7701, httpPort: 7702 });
});

test('a text without both ports has none', () => {
  expect(readPorts('server.bolt.listen_address=127.0.0.1:7701\n')).toBeUndefined();
  expect(readPorts('')).toBeUndefined();
});
