import type { Grey } from '#domain/photos/quality.ts';

/** Lanczos' window, as the engine's own resize has it: a browser's canvas softens edges, and sharpness would be judged too low. */
const LOBES = 3;

/** Returns the picture with its longest side at most `side`. */
export function shrinkGrey(grey: Grey, side: number): Grey {
  const scale = Math.min(1, side / Math.max(grey.width, grey.height));
  if (scale === 1) return grey;
  const width = Math.max(1, Math.round(grey.width * scale));
  const height = Math.max(1, Math.round(grey.height * scale));
  const narrow = shrinkRows(grey, width);
  return turn(shrinkRows(turn(narrow), height));
}

/** Columns become rows. */
function turn({ data, width, height }: Grey): Grey {
  const turned = new Uint8Array(data.length);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) turned[x * height + y] = data[at] ?? 0;
  return { data: turned, width: height, height: width };
}

function shrinkRows({ data, width, height }: Grey, to: number): Grey {
  const taps = listTaps(width, to);
  const shrunk = new Uint8Array(to * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < to; x++) {
      const { from, weights } = taps[x] as Taps;
      const at = y * width + from;
      let sum = 0;
      for (let i = 0; i < weights.length; i++) sum += (data[at + i] ?? 0) * (weights[i] ?? 0);
      shrunk[y * to + x] = Math.max(0, Math.min(255, Math.round(sum)));
    }
  }
  return { data: shrunk, width: to, height };
}

interface Taps {
  readonly from: number;
  readonly weights: Float32Array;
}

/** Returns for each pixel of the shorter row which pixels of the longer one it is made of. */
function listTaps(width: number, to: number): Taps[] {
  const step = width / to;
  return Array.from({ length: to }, (_, x) => {
    const middle = (x + 0.5) * step - 0.5;
    const from = Math.max(0, Math.ceil(middle - LOBES * step));
    const end = Math.min(width - 1, Math.floor(middle + LOBES * step));
    const weights = Float32Array.from({ length: end - from + 1 }, (_, i) =>
      weigh((from + i - middle) / step),
    );
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return { from, weights: weights.map((weight) => weight / sum) };
  });
}

function weigh(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= LOBES) return 0;
  const turned = Math.PI * x;
  return (LOBES * Math.sin(turned) * Math.sin(turned / LOBES)) / (turned * turned);
}
