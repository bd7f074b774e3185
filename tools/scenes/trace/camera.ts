import type { Tracer } from './tracer.ts';
import { inView } from './yard.ts';

export interface Shot {
  readonly width: number;
  readonly height: number;
  /** Rays per pixel. */
  readonly rays: number;
}

/** The photographer's place and direction, metres; the lens's half opening makes the far end soft. */
const EYE = inView(0.3, 1.5, -8.2);
const TARGET = inView(0.1, 1.6, 0);
const VIEW_WIDTH = 4.4;
const LENS = 0.028;
const LIMIT = 6;

/** One row of the picture as linear light, and how uncertain each number is (its variance): six numbers a pixel. */
export function traceRow(
  tracer: Tracer,
  random: () => number,
  { shot, row }: { shot: Shot; row: number },
): Float32Array {
  const { width, height, rays } = shot;
  const samples = new Float32Array(width * 6);
  const [fx, fy, fz, distance] = forward();
  const side = Math.hypot(fx, fz);
  const [rx, rz] = [-fz / side, fx / side];
  const [ux, uy, uz] = [-rz * fy, rz * fx - rx * fz, rx * fy];
  const sum = new Float64Array(6);
  const pixel = VIEW_WIDTH / width;
  for (let column = 0; column < width; column += 1) {
    sum.fill(0);
    for (let n = 0; n < rays; n += 1) {
      const a = (column + random() + random() * 0.5 - width / 2 - 0.25) * pixel;
      const b = (height / 2 - row - random() - random() * 0.5 + 0.25) * pixel;
      const angle = random() * Math.PI * 2;
      const out = Math.sqrt(random()) * LENS;
      const [lx, ly] = [out * Math.cos(angle), out * Math.sin(angle)];
      const ox = EYE[0] + rx * lx + ux * ly;
      const oy = EYE[1] + uy * ly;
      const oz = EYE[2] + rz * lx + uz * ly;
      // The plane in focus passes through the near front wing, a little before the car's middle.
      const focus = distance - 0.6;
      const reach = focus / distance;
      const dx = EYE[0] + fx * focus + (rx * a + ux * b) * reach - ox;
      const dy = EYE[1] + fy * focus + uy * b * reach - oy;
      const dz = EYE[2] + fz * focus + (rz * a + uz * b) * reach - oz;
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      tracer.light.fill(0);
      tracer.trace({ ox, oy, oz, dx: dx / length, dy: dy / length, dz: dz / length });
      for (let c = 0; c < 3; c += 1) {
        // Film holds no more than this, and one ray through the sun's mirror image should not speckle the picture.
        const value = Math.min(LIMIT, tracer.light[c] ?? 0);
        sum[c] = (sum[c] ?? 0) + value;
        sum[c + 3] = (sum[c + 3] ?? 0) + value * value;
      }
    }
    for (let c = 0; c < 3; c += 1) {
      const mean = (sum[c] ?? 0) / rays;
      samples[column * 6 + c] = mean;
      samples[column * 6 + 3 + c] = Math.max(0, (sum[c + 3] ?? 0) / rays - mean * mean) / rays;
    }
  }
  return samples;
}

function forward(): [number, number, number, number] {
  const [x, y, z] = [TARGET[0] - EYE[0], TARGET[1] - EYE[1], TARGET[2] - EYE[2]];
  const distance = Math.hypot(x, y, z);
  return [x / distance, y / distance, z / distance, distance];
}
