import type { FastifyReply } from 'fastify';

/** Returns a signal that aborts when the client goes away before the answer is sent, or after `timeoutMs`. */
export function requestSignal(reply: FastifyReply, timeoutMs: number): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('the client closed the connection'));
  });
  return AbortSignal.any([gone.signal, AbortSignal.timeout(timeoutMs)]);
}
