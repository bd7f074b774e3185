import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createImagingLane, enqueueTask } from './lane.ts';
import type { Task } from './task.ts';

test('looks for plates are taken first, then sketches and cut-outs that a person waits for, each in order of arrival', () => {
  const lane = createImagingLane({ nice: 0 });
  const task = (work: object) => ({ work }) as unknown as Task;
  const cutout = (urgent: boolean) => task({ kind: 'cutout', job: { urgent } });
  const plates = () => task({ kind: 'plates' });
  const sketch = () => task({ kind: 'sketch' });
  const tasks = [cutout(false), plates(), cutout(true), cutout(false), plates(), sketch(), cutout(true)];
  for (const each of tasks) enqueueTask(lane, each);
  assert.deepEqual(
    lane.waiting,
    [1, 4, 2, 5, 6, 0, 3].map((i) => tasks[i]),
  );
});
