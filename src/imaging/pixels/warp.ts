/** A picture seen through an affine map: straightening and crop in one sampling, by Catmull-Rom cubics. */
import type { Affine } from '#domain/recipes/framing.ts';
import type { Point, Size } from '#domain/recipes/geometry.ts';
import type { Raw } from './raw.ts';

/** Positions between two pixels, and what the four weights at each add up to. */
const PHASES = 256;
const UNIT = 2048;
const WEIGHTS = buildCubicWeights();

/**
 * The picture of `size` that shows at share (x, y) what `from` has at share `map`(x, y). Places outside `from` repeat its edge.
 * Meant for maps that keep the scale: nothing is averaged.
 */
export function warpAffine(from: Raw, map: Affine, size: Size): Raw {
  return from.channels === 3
    ? resampleAffine(from, map, size)
    : unpremultiplyAlpha(resampleAffine(premultiplyAlpha(from), map, size));
}

function resampleAffine(from: Raw, map: Affine, size: Size): Raw {
  const { width, height, channels } = from;
  const data = new Uint8ClampedArray(size.width * size.height * channels);
  const step = {
    x: ((map.xx * width) / size.width) * PHASES,
    y: ((map.yx * height) / size.width) * PHASES,
  };
  for (let y = 0; y < size.height; y++) {
    const [u, v] = [0.5 / size.width, (y + 0.5) / size.height];
    const start = {
      x: ((map.xx * u + map.xy * v + map.x0) * width - 0.5) * PHASES,
      y: ((map.yx * u + map.yy * v + map.y0) * height - 0.5) * PHASES,
    };
    sampleRow(
      from,
      { at: start, step },
      data.subarray(y * size.width * channels, (y + 1) * size.width * channels),
    );
  }
  return { data: new Uint8Array(data.buffer), ...size, channels };
}

/** `at` and `step` in pixels of the source × PHASES. */
function sampleRow(from: Raw, { at, step }: { at: Point; step: Point }, out: Uint8ClampedArray): void {
  const { data: d, width, channels: n } = from;
  const row = width * n;
  const [mostX, mostY] = [width - 3, from.height - 3];
  const atBorder = edgeSampler(from, out);
  let { x: fx, y: fy } = at;
  for (let to = 0; to < out.length; fx += step.x, fy += step.y) {
    const px = Math.floor(fx);
    const py = Math.floor(fy);
    const x = px >> 8;
    const y = py >> 8;
    const u = (px & 255) << 2;
    const v = (py & 255) << 2;
    if (x < 1 || y < 1 || x > mostX || y > mostY) {
      atBorder(px, py, to);
      to += n;
      continue;
    }
    const a0 = WEIGHTS[u];
    const a1 = WEIGHTS[u + 1];
    const a2 = WEIGHTS[u + 2];
    const a3 = WEIGHTS[u + 3];
    const b0 = WEIGHTS[v];
    const b1 = WEIGHTS[v + 1];
    const b2 = WEIGHTS[v + 2];
    const b3 = WEIGHTS[v + 3];
    let p = ((y - 1) * width + x - 1) * n;
    for (const end = to + n; to < end; to++, p++) {
      let q = p;
      const w0 = d[q] * a0 + d[q + n] * a1 + d[q + 2 * n] * a2 + d[q + 3 * n] * a3;
      q += row;
      const w1 = d[q] * a0 + d[q + n] * a1 + d[q + 2 * n] * a2 + d[q + 3 * n] * a3;
      q += row;
      const w2 = d[q] * a0 + d[q + n] * a1 + d[q + 2 * n] * a2 + d[q + 3 * n] * a3;
      q += row;
      const w3 = d[q] * a0 + d[q + n] * a1 + d[q + 2 * n] * a2 + d[q + 3 * n] * a3;
      out[to] = ((w0 >> 4) * b0 + (w1 >> 4) * b1 + (w2 >> 4) * b2 + (w3 >> 4) * b3 + 131_072) >> 18;
    }
  }
}

/** Returns what writes to `out` the pixel seen at a place (× PHASES) with neighbours outside the picture. */
function edgeSampler({ data, width, height, channels }: Raw, out: Uint8ClampedArray) {
  return (px: number, py: number, to: number) => {
    const [left, top] = [(px >> 8) - 1, (py >> 8) - 1];
    const [u, v] = [(px & 255) << 2, (py & 255) << 2];
    for (let c = 0; c < channels; c++) {
      let sum = 0;
      for (let j = 0; j < 4; j++) {
        const y = Math.min(height - 1, Math.max(0, top + j));
        for (let i = 0; i < 4; i++) {
          const x = Math.min(width - 1, Math.max(0, left + i));
          sum += data[(y * width + x) * channels + c] * WEIGHTS[u + i] * WEIGHTS[v + j];
        }
      }
      out[to + c] = Math.round(sum / UNIT / UNIT);
    }
  };
}

function buildCubicWeights(): Int32Array {
  const table = new Int32Array(PHASES * 4);
  for (let phase = 0; phase < PHASES; phase++) {
    const t = phase / PHASES;
    const exact = [
      -0.5 * t + t ** 2 - 0.5 * t ** 3,
      1 - 2.5 * t ** 2 + 1.5 * t ** 3,
      0.5 * t + 2 * t ** 2 - 1.5 * t ** 3,
      -0.5 * t ** 2 + 0.5 * t ** 3,
    ];
    const whole = exact.map((weight) => Math.round(weight * UNIT));
    const rest = UNIT - whole.reduce((sum, weight) => sum + weight, 0);
    whole[t < 0.5 ? 1 : 2] = whole[t < 0.5 ? 1 : 2] + rest;
    table.set(whole, phase * 4);
  }
  return table;
}

/** Colours weighted by their alpha: transparent pixels lend their neighbours no colour. */
function premultiplyAlpha(raw: Raw): Raw {
  const data = Uint8Array.from(raw.data);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3];
    for (let c = 0; c < 3; c++) data[at + c] = Math.round((data[at + c] * alpha) / 255);
  }
  return { ...raw, data };
}

/** In place. */
function unpremultiplyAlpha(raw: Raw): Raw {
  const { data } = raw;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3];
    if (alpha === 0 || alpha === 255) continue;
    for (let c = 0; c < 3; c++) {
      data[at + c] = Math.min(255, Math.round((data[at + c] * 255) / alpha));
    }
  }
  return raw;
}
