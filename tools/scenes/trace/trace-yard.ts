import { Worker } from 'node:worker_threads';
import type { Pixels } from '../photo.ts';
import type { Shot } from './camera.ts';
import { denoised, type Noisy } from './denoise.ts';

/** The red car in the yard, traced on `threads` threads, as display bytes. */
export async function traceYard(shot: Shot, threads = 2): Promise<Pixels> {
  const size = shot.width * shot.height * 3;
  const noisy = {
    light: new Float32Array(size),
    variance: new Float32Array(size),
    width: shot.width,
    height: shot.height,
  };
  let next = 0;
  const run = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: shot });
      const send = (): void => {
        if (next < shot.height) worker.postMessage(next++);
        else void worker.terminate().then(() => resolve());
      };
      worker.on('error', reject);
      worker.on('message', ({ row, samples }: { row: number; samples: Float32Array }) => {
        keepRow(noisy, row, samples);
        send();
      });
      send();
    });
  await Promise.all(Array.from({ length: threads }, run));
  return { data: developed(denoised(noisy)), width: shot.width, height: shot.height };
}

function keepRow({ light, variance, width }: Noisy, row: number, samples: Float32Array): void {
  for (let i = 0; i < width * 3; i += 1) {
    const from = Math.floor(i / 3) * 6 + (i % 3);
    light[row * width * 3 + i] = samples[from] ?? 0;
    variance[row * width * 3 + i] = samples[from + 3] ?? 0;
  }
}

/** A film-like shoulder, then sRGB. */
function developed(light: Float32Array): Uint8Array {
  return Uint8Array.from(light, (value) => {
    const v = value * 0.8;
    const film = (v * (2.51 * v + 0.03)) / (v * (2.43 * v + 0.59) + 0.14);
    const clipped = Math.max(0, Math.min(1, film));
    return Math.round(255 * (clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055));
  });
}
