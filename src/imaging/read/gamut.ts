/** Colours of other spaces into sRGB, in place, on the resized picture: sharp would do it before the resize, on every pixel. */
import type { Raw } from '#imaging/pixels/raw.ts';
import type { Nclx } from './nclx.ts';

type Matrix = readonly [number, number, number, number, number, number, number, number, number];

export interface Source {
  readonly matrix: Matrix;
  /** 256 linear values, STEPS = diffuse white. */
  readonly linear: Float64Array;
  /** True when values above 1 happen and must be rolled off. */
  readonly bright: boolean;
}

/** Linear light, D65 to D65 (CSS Color 4 for P3; ITU-R BT.2087 for BT.2020). */
const SAME: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const FROM_P3: Matrix = [
  1.22494018, -0.22494018, 0, -0.04205695, 1.04205695, 0, -0.01963755, -0.07863605, 1.0982736,
];
const FROM_2020: Matrix = [
  1.660491, -0.587641, -0.07285, -0.12455, 1.1329, -0.00835, -0.018151, -0.100579, 1.11873,
];

/** ITU-R BT.2408: diffuse white of HDR pictures in cd/m². */
const HDR_WHITE = 203;
const KNEE = 0.7;
const STEPS = 8192;

const table = (value: (x: number) => number) =>
  Float64Array.from({ length: 256 }, (_, v) => STEPS * value(v / 255));
const SRGB_LINEAR = table((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
const SRGB_BYTES = Uint8Array.from({ length: STEPS + 1 }, (_, i) => {
  const x = i / STEPS;
  return Math.round(255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055));
});

export const DISPLAY_P3: Source = { matrix: FROM_P3, linear: SRGB_LINEAR, bright: false };

/** The conversion a nclx description asks for; null when the picture is sRGB in all that matters. */
export function sourceOfNclx({ primaries, transfer }: Nclx): Source | null {
  const matrix = primaries === 12 || primaries === 11 ? FROM_P3 : primaries === 9 ? FROM_2020 : SAME;
  if (transfer === 16) return { matrix, linear: table(fromPq), bright: true };
  if (transfer === 18) return { matrix, linear: table(fromHlg), bright: true };
  return matrix === SAME ? null : { matrix, linear: SRGB_LINEAR, bright: false };
}

/** SMPTE ST 2084. */
function fromPq(signal: number): number {
  const p = signal ** (32 / 2523);
  const nits = 10_000 * (Math.max(0, p - 0.8359375) / (18.8515625 - 18.6875 * p)) ** (16384 / 2610);
  return nits / HDR_WHITE;
}

/** ITU-R BT.2100 HLG on a 1,000 cd/m² screen, system gamma 1.2. */
function fromHlg(signal: number): number {
  const scene =
    signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return (1000 * scene ** 1.2) / HDR_WHITE;
}

export function toSrgb(raw: Raw, source: Source): void {
  if (source.bright) rolledOff(raw, source);
  else converted(raw, source);
}

function converted({ data, channels }: Raw, { matrix, linear }: Source): void {
  const [a, b, c, d, e, f, g, h, i] = matrix;
  for (let at = 0; at < data.length; at += channels) {
    const red = linear[data[at]];
    const green = linear[data[at + 1]];
    const blue = linear[data[at + 2]];
    data[at] = byte((a * red + b * green + c * blue + 0.5) | 0);
    data[at + 1] = byte((d * red + e * green + f * blue + 0.5) | 0);
    data[at + 2] = byte((g * red + h * green + i * blue + 0.5) | 0);
  }
}

/** A loop of its own: the same branch inside the other one costs it as much again. */
function rolledOff({ data, channels }: Raw, { matrix, linear }: Source): void {
  const [a, b, c, d, e, f, g, h, i] = matrix;
  for (let at = 0; at < data.length; at += channels) {
    const red = linear[data[at]];
    const green = linear[data[at + 1]];
    const blue = linear[data[at + 2]];
    const k = rollOff(Math.max(red, green, blue) / STEPS);
    data[at] = byte((k * (a * red + b * green + c * blue) + 0.5) | 0);
    data[at + 1] = byte((k * (d * red + e * green + f * blue) + 0.5) | 0);
    data[at + 2] = byte((k * (g * red + h * green + i * blue) + 0.5) | 0);
  }
}

function byte(step: number): number {
  return SRGB_BYTES[step < 0 ? 0 : step > STEPS ? STEPS : step];
}

/** Factor that bends highlights into range: untouched below the knee, then an exponential shoulder that never reaches 1. */
function rollOff(peak: number): number {
  if (peak <= KNEE) return 1;
  return (KNEE + (1 - KNEE) * (1 - Math.exp(-(peak - KNEE) / (1 - KNEE)))) / peak;
}
