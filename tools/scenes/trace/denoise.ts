import type { Pixels } from '../photo.ts';

/** Linear light of a picture with the variance of every number, three a pixel each. */
export interface Noisy {
  readonly light: Float32Array;
  readonly variance: Float32Array;
  readonly width: number;
  readonly height: number;
}

const REACH = 4;
/** Largest distance of two patches, in units of their own noise, at which they count as the same thing. */
const TOLERANCE = 0.5;

/** Averages each pixel with those nearby whose surroundings look the same but for noise (non-local means with known variance). */
export function denoised({ light, variance, width, height }: Noisy): Float32Array {
  const smooth = spreadVariance(variance, width, height);
  const sum = new Float32Array(light.length);
  const weights = new Float32Array(width * height);
  const apart = new Float32Array(width * height);
  for (let dy = -REACH; dy <= REACH; dy += 1) {
    for (let dx = -REACH; dx <= REACH; dx += 1) {
      distances({ light, variance: smooth }, { width, height, dx, dy }, apart);
      gather(light, { width, height, dx, dy }, { apart, sum, weights });
    }
  }
  return sum.map((value, i) => {
    const weight = weights[Math.floor(i / 3)] ?? 0;
    return weight > 0 ? value / weight : (light[i] ?? 0);
  });
}

/** A variance measured on a few rays is itself noisy: taken over the pixel's neighbours. */
function spreadVariance(variance: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(variance.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let c = 0; c < 3; c += 1) {
        let sum = 0;
        for (let k = 0; k < 9; k += 1) {
          const xx = Math.min(width - 1, Math.max(0, x + (k % 3) - 1));
          const yy = Math.min(height - 1, Math.max(0, y + Math.floor(k / 3) - 1));
          sum += variance[(yy * width + xx) * 3 + c] ?? 0;
        }
        out[(y * width + x) * 3 + c] = sum / 9;
      }
    }
  }
  return out;
}

/** For every pixel how unlike it and its fellow at dx, dy are, noise taken off. */
function distances(
  { light, variance }: { light: Float32Array; variance: Float32Array },
  { width, height, dx, dy }: Step,
  apart: Float32Array,
): void {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [xx, yy] = [x + dx, y + dy];
      let sum = 1e3;
      if (xx >= 0 && yy >= 0 && xx < width && yy < height) {
        sum = 0;
        const i = (y * width + x) * 3;
        const j = (yy * width + xx) * 3;
        for (let c = 0; c < 3; c += 1) {
          const difference = (light[i + c] ?? 0) - (light[j + c] ?? 0);
          const own = variance[i + c] ?? 0;
          const noise = own + Math.min(own, variance[j + c] ?? 0);
          sum +=
            (difference * difference - noise) /
            (1e-6 + TOLERANCE * TOLERANCE * (own + (variance[j + c] ?? 0)));
        }
        sum /= 3;
      }
      apart[y * width + x] = sum;
    }
  }
}

interface Step {
  readonly width: number;
  readonly height: number;
  readonly dx: number;
  readonly dy: number;
}

function gather(
  light: Float32Array,
  { width, height, dx, dy }: Step,
  { apart, sum, weights }: { apart: Float32Array; sum: Float32Array; weights: Float32Array },
): void {
  for (let y = Math.max(1, -dy); y < Math.min(height - 1, height - dy); y += 1) {
    for (let x = Math.max(1, -dx); x < Math.min(width - 1, width - dx); x += 1) {
      const p = y * width + x;
      let patch = 0;
      for (let k = -1; k <= 1; k += 1) {
        const row = p + k * width;
        patch += (apart[row - 1] ?? 0) + (apart[row] ?? 0) + (apart[row + 1] ?? 0);
      }
      const weight = Math.exp(-Math.max(0, patch / 9));
      if (weight < 0.01) continue;
      const q = p + dy * width + dx;
      weights[p] = (weights[p] ?? 0) + weight;
      for (let c = 0; c < 3; c += 1)
        sum[p * 3 + c] = (sum[p * 3 + c] ?? 0) + weight * (light[q * 3 + c] ?? 0);
    }
  }
}

/** Lone bright pixels left by a lucky ray take the middle value of their neighbours. */
export function withoutSpecks({ data, width, height }: Pixels): Pixels {
  const out = Uint8Array.from(data);
  const near = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1].map((step) => step * 3);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const i = (y * width + x) * 3;
      const greens = near.map((step) => data[i + 1 + step] ?? 0).sort((a, b) => a - b);
      if ((data[i + 1] ?? 0) < (greens[6] ?? 0) + 14) continue;
      for (let c = 0; c < 3; c += 1) {
        out[i + c] = near.map((step) => data[i + c + step] ?? 0).sort((a, b) => a - b)[4] ?? 0;
      }
    }
  }
  return { data: out, width, height };
}
