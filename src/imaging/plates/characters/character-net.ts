/** Reads one mark as a character: a net of one hidden layer over the mark's cells. Taught by lab/plates/learn-characters.ts. */
import { WEIGHTS } from './character-weights.ts';

export const COLUMNS = 8;
export const ROWS = 12;
/** The cells, and the mark's width in its heights. */
export const INPUTS = COLUMNS * ROWS + 1;
export const HIDDEN = 40;
/** Digits, capitals, small letters that differ from capitals, and what is no character. */
export const CLASSES = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'small', 'none'] as const;

export interface Net {
  /** `INPUTS` + 1 for each hidden unit, the last its bias; then `HIDDEN` + 1 for each class. */
  readonly first: Float32Array;
  readonly second: Float32Array;
}

let cachedNet: Net | null = null;

/** Eight bits a weight, each layer with its own scale. */
export function taughtNet(): Net {
  cachedNet ??= {
    first: decodeLayer(WEIGHTS.first, WEIGHTS.firstScale),
    second: decodeLayer(WEIGHTS.second, WEIGHTS.secondScale),
  };
  return cachedNet;
}

function decodeLayer(text: string, scale: number): Float32Array {
  return Float32Array.from(new Int8Array(Buffer.from(text, 'base64')), (value) => value * scale);
}

export function computeHidden({ first }: Net, input: Float32Array): Float32Array {
  const hidden = new Float32Array(HIDDEN);
  for (let h = 0, w = 0; h < HIDDEN; h++, w++) {
    let sum = 0;
    for (let i = 0; i < INPUTS; i++, w++) sum += first[w] * input[i];
    hidden[h] = Math.max(0, sum + first[w]);
  }
  return hidden;
}

/** Shares of certainty, one for each class. */
export function computeClassShares({ second }: Net, hidden: Float32Array): Float32Array {
  const shares = new Float32Array(CLASSES.length);
  let most = Number.NEGATIVE_INFINITY;
  for (let c = 0, w = 0; c < shares.length; c++, w++) {
    let sum = 0;
    for (let h = 0; h < HIDDEN; h++, w++) sum += second[w] * hidden[h];
    shares[c] = sum + second[w];
    most = Math.max(most, shares[c]);
  }
  let total = 0;
  for (let c = 0; c < shares.length; c++) total += shares[c] = Math.exp(shares[c] - most);
  return shares.map((share) => share / total);
}
