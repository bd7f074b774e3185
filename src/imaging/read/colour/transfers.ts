/** Transfer functions: from a picture's values (0–1) to linear light, 1 = diffuse white. */
export interface Transfer {
  readonly toLinear: (value: number) => number;
  /** True when values above 1 happen, which must be rolled off. */
  readonly bright: boolean;
  /** True when eight bits of linear light are too few for its dark tones: deeper files are read with all their bits. */
  readonly fine: boolean;
}

/** ITU-R BT.2408: diffuse white of HDR pictures in cd/m². */
const HDR_WHITE = 203;
/** Exponent below which a curve leaves most of eight bits to the highlights. */
const FINE_BELOW = 1.5;
/** Gamma that means the curve of sRGB: files say 1/2.2, and libpng takes what is within a twentieth of it for the same. */
const SCREEN_GAMMA = 2.2;
const NEAR = 0.05;

const ofScreens = (toLinear: Transfer['toLinear']): Transfer => ({ toLinear, bright: false, fine: false });

export const SRGB_TRANSFER = ofScreens((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));

export const transferByPower = (power: number): Transfer => ({
  toLinear: (x) => x ** power,
  bright: false,
  fine: power < FINE_BELOW,
});

export const isNearScreens = (power: number) => Math.abs(SCREEN_GAMMA / power - 1) <= NEAR;

/**
 * Transfers by code points of ITU-T H.273. The curves of television (1, 6, 14, 15), and codes without a row here, are taken for sRGB's, as
 * browsers take them: cameras and programs write these codes and mean pictures for screens.
 */
const BY_CODE: Readonly<Record<number, Transfer>> = {
  4: transferByPower(2.2),
  5: transferByPower(2.8),
  // SMPTE ST 240.
  7: ofScreens((x) => (x < 0.0912863 ? x / 4 : ((x + 0.1115722) / 1.1115722) ** (1 / 0.45))),
  8: transferByPower(1),
  16: { toLinear: fromPq, bright: true, fine: false },
  // SMPTE ST 428-1: 52.37 cd/m² of which white has 48.
  17: ofScreens((x) => (52.37 / 48) * x ** 2.6),
  18: { toLinear: fromHlg, bright: true, fine: false },
};

const LIKE_SRGB = [1, 6, 11, 12, 13, 14, 15];

/** True when the code stands for a transfer function, and not for „unspecified”. */
export const hasTransfer = (code: number) => LIKE_SRGB.includes(code) || code in BY_CODE;

export const transferByCode = (code: number): Transfer => BY_CODE[code] ?? SRGB_TRANSFER;

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
