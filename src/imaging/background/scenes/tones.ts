/** Light as it adds up (linear, 0–1) and as it is stored (sRGB bytes), both ways by tables. */
const STEPS = 16_383;

export const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

const BYTES = Float32Array.from({ length: STEPS + 1 }, (_, step) => encodeSrgb(step / STEPS));

/** With its fraction: 0–255. */
export function encodeSrgb(linear: number): number {
  const share = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return 255 * Math.min(1, Math.max(0, share));
}

/** The same from the table, for pixels. */
export function lookUpSrgb(linear: number): number {
  return BYTES[linear >= 1 ? STEPS : linear <= 0 ? 0 : (linear * STEPS + 0.5) | 0];
}
