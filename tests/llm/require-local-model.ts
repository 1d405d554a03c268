import { openLocalChat } from './local-model.ts';

/** Fails the whole run, saying which command to run, when the model or its package is missing: nothing is skipped. */
export async function setup(): Promise<void> {
  const { close } = await openLocalChat();
  await close();
}
