import { randomUUID } from 'node:crypto';
import { type Batch, createBatch, editBatch, readBatch, startBatch } from '#contract/batches.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import { type Client, pollUntil } from '#testing/server.ts';

export interface BatchOfTest {
  readonly name: string;
  readonly photoIds: readonly string[];
  readonly outputs?: readonly OutputChoice[];
}

/** A batch of ready photos, not started. */
export async function newBatch(client: Client, input: BatchOfTest): Promise<Batch> {
  const batch = await client.call(createBatch, { body: { name: input.name, photoIds: [...input.photoIds] } });
  if (!input.outputs) return batch;
  const outputs = input.outputs.map((output) => structuredClone(output));
  const params = { batchId: batch.id };
  await client.call(editBatch, { params, body: { outputs } });
  return client.call(readBatch, { params });
}

export async function startRun(
  client: Client,
  batchId: string,
  { photoIds, cost }: { photoIds: readonly string[]; cost: number },
): Promise<Batch> {
  const body = { photoIds: [...photoIds], cost };
  return client.call(startBatch, { params: { batchId }, body }, { 'idempotency-key': randomUUID() });
}

/** Waits for the end of the newest run. */
export async function runEnded(client: Client, batchId: string): Promise<Batch> {
  return pollUntil(
    () => client.call(readBatch, { params: { batchId } }),
    (batch) => batch.run !== null && batch.run.finishedAt !== null,
  );
}
