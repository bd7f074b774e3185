/** Colours of other spaces into sRGB, in place, on the resized picture: sharp would do it before the resize, on every pixel. */
import type { Matrix } from '#imaging/pixels/matrix.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { ADOBE_RGB, type Chromaticities, SAME, toSrgbFrom, toSrgbFromCode } from './primaries.ts';
import { isNearScreens, SRGB_TRANSFER, type Transfer, transferByCode, transferByPower } from './transfers.ts';

export interface Source {
  readonly matrix: Matrix;
  readonly transfer: Transfer;
  /** Black is 16 and white 235, as on television. */
  readonly isNarrow: boolean;
}

/** Code points of ITU-T H.273: primaries 1 BT.709, 9 BT.2020, 12 Display P3; transfer 13 sRGB, 16 PQ, 18 HLG. */
export interface Cicp {
  readonly primaries: number;
  readonly transfer: number;
  readonly isNarrow?: boolean;
}

const KNEE = 0.7;
/** Linear values, STEPS = diffuse white. */
const STEPS = 8192;

const SRGB_BYTES = Uint8Array.from({ length: STEPS + 1 }, (_, i) => {
  const x = i / STEPS;
  return Math.round(255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055));
});

export const DISPLAY_P3: Source = {
  matrix: toSrgbFromCode(12),
  transfer: SRGB_TRANSFER,
  isNarrow: false,
};

/** 563/256, as Adobe RGB (1998) says it. */
export const ADOBE_RGB_SOURCE = sourceOfGamma(563 / 256, ADOBE_RGB);

/** The conversion that code points ask for; null when the picture is sRGB in all that matters. */
export function sourceOfCicp({ primaries, transfer, isNarrow = false }: Cicp): Source | null {
  return sourceUnlessSrgb({
    matrix: toSrgbFromCode(primaries),
    transfer: transferByCode(transfer),
    isNarrow,
  });
}

/** The same for the power that makes a picture's values linear. Without primaries a power near that of screens is sRGB's own curve. */
export function sourceOfGamma(power: number, primaries: Chromaticities | null): Source | null {
  const matrix = primaries === null ? SAME : toSrgbFrom(primaries);
  if (matrix === null) return null;
  const isOfScreens = isNearScreens(power) && matrix === SAME;
  return sourceUnlessSrgb({
    matrix,
    transfer: isOfScreens ? SRGB_TRANSFER : transferByPower(power),
    isNarrow: false,
  });
}

function sourceUnlessSrgb(source: Source): Source | null {
  return source.matrix === SAME && source.transfer === SRGB_TRANSFER && !source.isNarrow ? null : source;
}

/** In place. */
export function toSrgb(raw: Raw, source: Source): void {
  const linear = buildLinearTable(source, 256);
  if (source.transfer.bright) rolledOff(raw, source.matrix, linear);
  else convertPixels(raw, raw.data, { matrix: source.matrix, linear });
}

/** Of values of 16 bits a channel; for transfers that are not bright. */
export function deepToSrgb(
  values: Uint16Array,
  { width, height, channels }: Omit<Raw, 'data'>,
  source: Source,
): Raw {
  const raw: Raw = { data: new Uint8Array(values.length), width, height, channels };
  if (channels === 4) for (let at = 3; at < values.length; at += 4) raw.data[at] = values[at] >> 8;
  convertPixels(raw, values, { matrix: source.matrix, linear: buildLinearTable(source, 65_536) });
  return raw;
}

/** Linear light of each value, as a share of STEPS. */
function buildLinearTable({ transfer, isNarrow }: Source, values: number): Float64Array {
  const [black, white] = isNarrow ? [16 / 255, 235 / 255] : [0, 1];
  return Float64Array.from({ length: values }, (_, v) => {
    const x = (v / (values - 1) - black) / (white - black);
    return STEPS * transfer.toLinear(Math.min(1, Math.max(0, x)));
  });
}

function convertPixels(
  { data, channels }: Raw,
  values: Uint8Array | Uint16Array,
  { matrix, linear }: { matrix: Matrix; linear: Float64Array },
): void {
  const [a, b, c, d, e, f, g, h, i] = matrix;
  for (let at = 0; at < data.length; at += channels) {
    const red = linear[values[at]];
    const green = linear[values[at + 1]];
    const blue = linear[values[at + 2]];
    data[at] = lookUpSrgbByte((a * red + b * green + c * blue + 0.5) | 0);
    data[at + 1] = lookUpSrgbByte((d * red + e * green + f * blue + 0.5) | 0);
    data[at + 2] = lookUpSrgbByte((g * red + h * green + i * blue + 0.5) | 0);
  }
}

/** A loop of its own: the same branch inside the other one costs it as much again. */
function rolledOff({ data, channels }: Raw, matrix: Matrix, linear: Float64Array): void {
  const [a, b, c, d, e, f, g, h, i] = matrix;
  for (let at = 0; at < data.length; at += channels) {
    const red = linear[data[at]];
    const green = linear[data[at + 1]];
    const blue = linear[data[at + 2]];
    const k = rollOff(Math.max(red, green, blue) / STEPS);
    data[at] = lookUpSrgbByte((k * (a * red + b * green + c * blue) + 0.5) | 0);
    data[at + 1] = lookUpSrgbByte((k * (d * red + e * green + f * blue) + 0.5) | 0);
    data[at + 2] = lookUpSrgbByte((k * (g * red + h * green + i * blue) + 0.5) | 0);
  }
}

function lookUpSrgbByte(step: number): number {
  return SRGB_BYTES[step < 0 ? 0 : step > STEPS ? STEPS : step];
}

/** Factor that bends highlights into range: untouched below the knee, then an exponential shoulder that never reaches 1. */
function rollOff(peak: number): number {
  if (peak <= KNEE) return 1;
  return (KNEE + (1 - KNEE) * (1 - Math.exp(-(peak - KNEE) / (1 - KNEE)))) / peak;
}
