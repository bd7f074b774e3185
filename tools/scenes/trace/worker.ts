/** A thread that traces the rows it is sent; every row has dice of its own, so the picture does not depend on who traced it. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Random, randomFrom } from '../random.ts';
import { type Shot, traceRow } from './camera.ts';
import { addCar } from './car.ts';
import { Mesh } from './mesh.ts';
import { Tracer } from './tracer.ts';
import { addYard } from './yard.ts';

const shot = workerData as Shot;
const mesh = new Mesh();
addYard(mesh, randomFrom(7));
addCar(mesh);
let dice: Random = randomFrom(1);
const tracer = new Tracer(mesh, () => dice());

parentPort?.on('message', (row: number) => {
  dice = randomFrom(row + 1);
  parentPort?.postMessage({ row, samples: traceRow(tracer, () => dice(), { shot, row }) });
});
