/**
 * A file within its target size, in few encodes. Measured: ln(bytes) is nearly a straight line in x(quality), so the quality that fits is
 * guessed from one file and corrected by the next. What does not fit at the lowest useful quality gets smaller sides.
 */
import type { FileWarning, OutputFormat, Rendition } from '#domain/recipes/outputs.ts';
import type { Raw, Size } from '#imaging/pixels/raw.ts';
import { resizeTo, sizeAt } from '#imaging/read/decode.ts';
import { type Encoder, encodeImage } from './encode.ts';

/** Below this a smaller picture looks better than a coarser one. */
export const LOWEST_QUALITY: Readonly<Record<OutputFormat, number>> = {
  jpeg: 60,
  webp: 60,
  avif: 45,
  png: 0,
};
const MOST_ENCODES = 4;
const GOOD_ENOUGH = 0.95;
/** Bytes grow with the side to this power: less than its square, small pictures have more detail per pixel. */
const SIDE_POWER = 1.6;
const SHRINK_AIM = 0.93;
const MOST_SHRINKS = 4;
/** A smaller picture that leaves more of its target unused is made larger again. */
const WELL_USED = 0.85;
/** What is measured between two sides is trusted within these. */
const POWERS = [0.5, 4] as const;
/** A picture with a shorter long side is of no use. */
const LEAST_SIDE = 320;

interface Model {
  readonly x: (quality: number) => number;
  readonly slope: number;
  /** Share of the target that is aimed at, and in the last encode, which has to fit. */
  readonly aims: readonly [number, number];
  /** A slope measured between two files counts between these parts of the model's. */
  readonly trust: readonly [number, number];
}

/**
 * Measured: JPEG by its quantiser scale, WebP by libwebp's two linear ranges, AVIF straight, but in steps: several qualities give one
 * file, the next is 4–20 % larger, so what two near ones say of the slope is mostly chance.
 */
const MODELS: Readonly<Record<Exclude<OutputFormat, 'png'>, Model>> = {
  jpeg: {
    x: (q) => Math.log((q < 50 ? 5000 / q : 200 - 2 * q) + 2),
    slope: -0.63,
    aims: [0.985, 0.94],
    trust: [0.05, Number.POSITIVE_INFINITY],
  },
  webp: {
    x: (q) => Math.log(q < 75 ? (2 * q) / 3 : 2 * q - 100),
    slope: 1.35,
    aims: [0.985, 0.94],
    trust: [0.05, Number.POSITIVE_INFINITY],
  },
  avif: { x: (q) => q, slope: 0.036, aims: [0.98, 0.975], trust: [0.7, 1.5] },
};

export interface FittedFile extends Size {
  readonly bytes: Buffer;
  readonly warning: FileWarning | null;
}

type WantedFile = Pick<Rendition, 'format' | 'quality' | 'maxBytes'>;

/** At `quality` where that fits, else at the best that does, else smaller; the smallest there is where nothing fits. */
export async function encodeWithin(
  picture: Raw,
  { format, quality, maxBytes }: WantedFile,
  encodeAs: typeof encodeImage = encodeImage,
): Promise<FittedFile> {
  const first = await encodeAs(picture, format, { quality });
  const { width, height } = picture;
  if (maxBytes === null || first.length <= maxBytes) return { bytes: first, width, height, warning: null };
  if (format !== 'png') {
    const bytes = await bestQuality(format, { first: { quality, bytes: first }, maxBytes }, (q) =>
      encodeAs(picture, format, { quality: q }),
    );
    if (bytes !== null) return { bytes, width, height, warning: null };
  }
  return shrunkTo(
    picture,
    { format, quality: Math.min(quality, LOWEST_QUALITY[format]), maxBytes },
    { first, encodeAs },
  );
}

interface EncodeAttempt {
  readonly quality: number;
  readonly bytes: Buffer;
}

/** Secant steps inside a bracket of whole quality points. Null: too big even at the lowest quality. */
export async function bestQuality(
  format: Exclude<OutputFormat, 'png'>,
  { first, maxBytes }: { first: EncodeAttempt; maxBytes: number },
  encodeAt: (quality: number) => Promise<Buffer>,
): Promise<Buffer | null> {
  const lowest = LOWEST_QUALITY[format];
  let high = first;
  let before: EncodeAttempt | null = null;
  let fitting: EncodeAttempt | null = null;
  for (let encodes = 1; encodes < MOST_ENCODES; encodes++) {
    const floor = fitting === null ? lowest : fitting.quality + 1;
    if (high.quality <= floor && (fitting !== null || high.quality <= lowest)) break;
    const isLast = encodes === MOST_ENCODES - 1 && fitting === null;
    const aim = MODELS[format].aims[isLast ? 1 : 0] * maxBytes;
    const next = guessQuality(format, { high, other: fitting ?? before }, { aim, floor });
    const made: EncodeAttempt = { quality: next, bytes: await encodeAt(next) };
    if (made.bytes.length > maxBytes) {
      before = high;
      high = made;
    } else {
      fitting = made;
      if (made.bytes.length >= GOOD_ENOUGH * maxBytes) break;
    }
  }
  if (fitting !== null || high.quality <= lowest) return fitting?.bytes ?? null;
  const bytes = await encodeAt(lowest);
  return bytes.length <= maxBytes ? bytes : null;
}

/** Quality in [floor, high) whose file the model puts nearest to `aim` bytes. */
function guessQuality(
  format: Exclude<OutputFormat, 'png'>,
  { high, other }: { high: EncodeAttempt; other: EncodeAttempt | null },
  { aim, floor }: { aim: number; floor: number },
): number {
  const { x, slope, trust } = MODELS[format];
  const size = (a: EncodeAttempt) => Math.log(a.bytes.length);
  const run = other === null ? 0 : x(high.quality) - x(other.quality);
  const part = other === null || run === 0 ? 1 : (size(high) - size(other)) / run / slope || 1;
  const measured = slope * Math.min(trust[1], Math.max(trust[0], part));
  const wanted = x(high.quality) + (Math.log(aim) - size(high)) / measured;
  let best = floor;
  for (let q = floor; q < high.quality; q++) {
    if (Math.abs(x(q) - wanted) < Math.abs(x(best) - wanted)) best = q;
  }
  return best;
}

interface Target {
  readonly format: OutputFormat;
  readonly quality: number;
  readonly maxBytes: number;
}

interface ScaledFile extends Size {
  /** Of the whole picture's sides. */
  readonly share: number;
  readonly bytes: Buffer;
}

/** The slow JPEG encoder first: it saves up to a fifth where every byte counts. Then smaller sides, and larger ones again where room is left. */
async function shrunkTo(
  picture: Raw,
  { format, quality, maxBytes }: Target,
  { first, encodeAs }: { first: Buffer; encodeAs: typeof encodeImage },
): Promise<FittedFile> {
  const encoder: Encoder = format === 'jpeg' ? 'mozjpeg' : format;
  const { width, height } = picture;
  const whole = format === 'png' ? first : await encodeAs(picture, encoder, { quality });
  if (whole.length <= maxBytes) return { bytes: whole, width, height, warning: null };
  let larger: ScaledFile = { width, height, share: 1, bytes: whole };
  let fitting: ScaledFile | null = null;
  let power = SIDE_POWER;
  for (let n = 0; n < MOST_SHRINKS; n++) {
    const share = nextShare({ larger, fitting }, { picture, power, aim: SHRINK_AIM * maxBytes });
    const size = sizeAt(picture, share);
    if ([larger, fitting].some((known) => known?.width === size.width && known.height === size.height)) break;
    const made: ScaledFile = {
      ...size,
      share,
      bytes: await encodeAs(await resizeTo(picture, size), encoder, { quality }),
    };
    power = measuredPower(made, made.bytes.length > maxBytes ? (fitting ?? larger) : larger);
    if (made.bytes.length > maxBytes) larger = made;
    else fitting = made;
    if (fitting !== null && fitting.bytes.length >= WELL_USED * maxBytes) break;
  }
  const { share: _, ...made } = fitting ?? larger;
  return { ...made, warning: fitting === null ? 'over-target' : 'shrunk-to-target' };
}

/** From the nearer of the two files known, along the line between them. */
function nextShare(
  { larger, fitting }: { larger: ScaledFile; fitting: ScaledFile | null },
  { picture, power, aim }: { picture: Size; power: number; aim: number },
): number {
  const distance = ({ bytes }: ScaledFile) => Math.abs(Math.log(bytes.length / aim));
  const near = fitting !== null && distance(fitting) < distance(larger) ? fitting : larger;
  const wanted = near.share * (aim / near.bytes.length) ** (1 / power);
  const least = Math.min(1, LEAST_SIDE / Math.max(picture.width, picture.height));
  return Math.min(larger.share, Math.max(fitting?.share ?? least, wanted));
}

function measuredPower(a: ScaledFile, b: ScaledFile): number {
  const power = Math.log(a.bytes.length / b.bytes.length) / Math.log(a.share / b.share);
  return Math.min(POWERS[1], Math.max(POWERS[0], power || SIDE_POWER));
}
