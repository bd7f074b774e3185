import { Worker } from 'node:worker_threads';

/**
 * Kills this process within a second of its server's end, whatever it does. The watch is a thread of its own: a model runs on the main
 * thread without a break, and with a bad file for ever. The thread takes 12 MB (30 MB with a file of its own instead of this text), so only
 * processes that run models have it.
 */
export function endWithServer(serverPid: number): void {
  new Worker(`(${watchServer})(${serverPid})`, { eval: true })
    // A process without its watch would outlive its server: better none.
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
