import { createProgress, printLine, processIo, runCommand } from '../src/cli/io.ts';
import { fetchChatModel } from '../src/models/fetch-chat-model.ts';
import { readSettings } from '../src/settings.ts';

/**
 * `npm run fetch:chat-model`: fetches the checked local chat model (1.1 GB) into the per-user cache and says how to use
 * it. Stopped or cut off, it goes on where it was; once there, it is only checked.
 */
const io = processIo();
await runCommand(io, false, async () => {
  const { folders } = readSettings(io.machine);
  const bar = createProgress(io);
  let started = false;
  try {
    const path = await fetchChatModel(folders, {
      signal: io.signal,
      onProgress: (done, total, label) => {
        if (!started) bar.start(total, label);
        started = true;
        bar.update(done, label);
      },
    });
    printLine(io, `The chat model is at ${path}`);
    printLine(io, 'To use it: npm install --no-save node-llama-cpp@3.22.1, then set');
    printLine(io, `  CHAT_PROVIDER=gguf CHAT_MODEL="${path}" CHAT_TIMEOUT_MS=300000`);
  } finally {
    if (started) bar.stop();
  }
});
