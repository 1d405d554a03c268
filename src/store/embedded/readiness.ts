import { connect } from 'node:net';
import neo4j from 'neo4j-driver';
import { LOOPBACK } from './settings.ts';

// Bolt's magic number and four version proposals (5.8 to 5.0, then none): any server of ours answers with one.
const HANDSHAKE = Buffer.from('6060b01700080805000000000000000000000000', 'hex');

/** Returns whether a Bolt server answers on `port` of the loopback address within a second. */
export function answersBolt(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: LOOPBACK });
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('close', () => resolve(false));
    socket.once('connect', () => socket.write(HANDSHAKE));
    socket.once('data', (data) => finish(data.length >= 4));
  });
}

/** How one sign-in with a statement went. */
export type SignIn = 'ready' | 'not-yet' | 'wrong-password';

/** Signs in and runs one statement in the user database, for at most two seconds. */
export async function signIn(port: number, user: string, password: string): Promise<SignIn> {
  const driver = neo4j.driver(`bolt://${LOOPBACK}:${port}`, neo4j.auth.basic(user, password), {
    connectionTimeout: 2000,
    connectionAcquisitionTimeout: 2000,
    maxTransactionRetryTime: 0,
    telemetryDisabled: true,
  });
  try {
    await driver.executeQuery('RETURN 1 AS one', {}, { database: 'neo4j' });
    return 'ready';
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    return code === 'Neo.ClientError.Security.Unauthorized' ? 'wrong-password' : 'not-yet';
  } finally {
    await driver.close();
  }
}
