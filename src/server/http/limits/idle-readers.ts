import type { ServerResponse } from 'node:http';

const LOOK_MS = 15_000;
/**
 * Longest that bytes may lie ready while none is taken, as far as the process sees it: the system takes more only after its own buffer of
 * up to 1.3 MB has emptied by a third. Readers of 400 kbit/s always go on; those below half of that may be cut.
 */
const IDLE_MS = 60_000;

/** Cuts the connection of a reader that takes nothing of a long response for a minute. */
export function cutIdleReader(answer: ServerResponse): void {
  const { socket } = answer;
  if (!socket) return;
  let taken = 0;
  let idleMs = 0;
  const timer = setInterval(() => {
    const before = taken;
    taken = socket.bytesWritten - socket.writableLength;
    // With nothing ready, the source is slow and not the reader.
    const isIdle = socket.writableLength > 0 && taken === before;
    idleMs = isIdle ? idleMs + LOOK_MS : 0;
    if (idleMs >= IDLE_MS) answer.destroy();
  }, LOOK_MS).unref();
  answer.once('close', () => clearInterval(timer));
}
