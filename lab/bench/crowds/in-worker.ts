import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Runs a crowd beside the bench, so that neither waits for the other: the program (beside this file) posts one message. */
export async function inWorker<T>(program: string, workerData: object): Promise<T> {
  const worker = new Worker(new URL(program, import.meta.url), { workerData });
  const [result] = await once(worker, 'message');
  await worker.terminate();
  return result;
}
