import { Worker } from 'node:worker_threads';

/**
 * Kills this process within a second of its server's end, whatever it does: from a thread of its own, because a model runs on the main one
 * without a break and nothing is heard there before it is through, which with a bad file is never. The thread takes 12 MB (with a file of
 * its own instead of this text 30), so only processes that run models have it.
 */
export function endWithServer(serverPid: number): void {
  new Worker(`(${watchServer})(${serverPid})`, { eval: true })
    // Without it the process would be held by nothing: better none.
    .on('error', () => process.kill(process.pid, 'SIGKILL'))
    .unref();
}

/** Runs as text: it may use nothing of this file. On Windows the parent's number stays the same when it is gone. */
function watchServer(serverPid: number): void {
  const isThere = () => {
    try {
      return process.ppid === serverPid && process.kill(serverPid, 0);
    } catch {
      return false;
    }
  };
  setInterval(() => isThere() || process.kill(process.pid, 'SIGKILL'), 1000);
}
