/** A dark logo on a dark car, a white one on snow: what cannot be told from its ground is drawn the other way round or gets a glow. */
import type { Raw } from '#imaging/pixels/raw.ts';
import { blurredMask } from './mark-text.ts';

/** Luma of logo and ground closer than this are hard to tell apart. */
const CLOSE = 70;
/** A logo of one tone: its letters may change from black to white without being another logo. */
const MOST_CHROMA = 26;
const MOST_SPREAD = 40;
const GLOW = 0.75;

interface Tone {
  readonly luma: number;
  readonly isOneTone: boolean;
}

/** The logo as it is read best on a ground of this luma (0–255). The stamp itself where it stands out already. */
export async function makeLegible(stamp: Raw, ground: number): Promise<Raw> {
  if (stamp.channels === 3) return stamp;
  const tone = measureTone(stamp);
  if (tone === null || Math.abs(tone.luma - ground) >= CLOSE) return stamp;
  const ink = ground < 128 ? 250 : 18;
  return tone.isOneTone ? recolourStamp(stamp, ink) : addGlow(stamp, ink);
}

/** Null for a logo of nothing. */
function measureTone({ data }: Raw): Tone | null {
  let [n, sum, squares, chroma] = [0, 0, 0, 0];
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] < 128) continue;
    const [r, g, b] = [data[i], data[i + 1], data[i + 2]];
    const luma = (77 * r + 150 * g + 29 * b) / 256;
    n += 1;
    sum += luma;
    squares += luma * luma;
    chroma += Math.max(r, g, b) - Math.min(r, g, b);
  }
  if (n === 0) return null;
  const luma = sum / n;
  const spread = Math.sqrt(Math.max(0, squares / n - luma * luma));
  return { luma, isOneTone: chroma / n <= MOST_CHROMA && spread <= MOST_SPREAD };
}

function recolourStamp({ data: from, width, height }: Raw, ink: number): Raw {
  const data = new Uint8Array(from);
  for (let i = 0; i < data.length; i += 4) data.fill(ink, i, i + 3);
  return { data, width, height, channels: 4 };
}

/** The logo over a soft shape of itself, within its own bounds. */
async function addGlow({ data: from, width, height }: Raw, ink: number): Promise<Raw> {
  const alpha = new Uint8Array(width * height);
  for (let i = 0; i < alpha.length; i++) alpha[i] = from[i * 4 + 3];
  const soft = await blurredMask({ data: alpha, width, height }, Math.max(0.5, width / 60));
  const data = new Uint8Array(from);
  for (let i = 0; i < alpha.length; i++) {
    const own = alpha[i] / 255;
    const glow = Math.min(1, (soft[i] / 255) * 2) * GLOW * (1 - own);
    const over = own + glow;
    if (over === 0) continue;
    for (let c = 0; c < 3; c++) {
      data[i * 4 + c] = Math.round((from[i * 4 + c] * own + ink * glow) / over);
    }
    data[i * 4 + 3] = Math.round(255 * over);
  }
  return { data, width, height, channels: 4 };
}
