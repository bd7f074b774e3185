/** Brightness at several sizes: characters of 8 to 32 pixels are looked for at each, so every size of plate has its level. */
import type { Raw, Size } from '#imaging/pixels/raw.ts';

export interface GreyLevel extends Size {
  readonly data: Uint8Array;
  /** Pixels of the picture per pixel here. */
  readonly scale: number;
}

/** Plates so near that their characters are taller than 32 pixels at an eighth fill the photo. */
const LEVELS = 4;
const LEAST_SIDE = 60;
/** A picture no larger is looked at enlarged too: a plate across a tenth of it has characters of six pixels. */
const SMALL_SIDE = 1100;

export function greyLevels(picture: Raw): GreyLevel[] {
  const whole = toGreyLevel(picture);
  const levels = [whole];
  while (levels.length < LEVELS) {
    const last = levels.at(-1) as GreyLevel;
    if (Math.min(last.width, last.height) < 2 * LEAST_SIDE) break;
    levels.push(downsampleLevel(last));
  }
  return Math.max(picture.width, picture.height) <= SMALL_SIDE ? [upsampleLevel(whole), ...levels] : levels;
}

function upsampleLevel({ data, width, height, scale }: GreyLevel): GreyLevel {
  const to = new Uint8Array(4 * width * height);
  const at = (x: number, y: number) =>
    data[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))];
  for (let y = 0, o = 0; y < 2 * height; y++) {
    const ny = (y >> 1) + (y % 2 === 0 ? -1 : 1);
    for (let x = 0; x < 2 * width; x++) {
      const nx = (x >> 1) + (x % 2 === 0 ? -1 : 1);
      const near = 3 * at(x >> 1, y >> 1) + at(nx, y >> 1);
      const far = 3 * at(x >> 1, ny) + at(nx, ny);
      to[o++] = (3 * near + far + 8) >> 4;
    }
  }
  return { data: to, width: 2 * width, height: 2 * height, scale: scale / 2 };
}

function toGreyLevel({ data, width, height, channels }: Raw): GreyLevel {
  const grey = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < grey.length; i++, at += channels) {
    grey[i] = (77 * data[at] + 150 * data[at + 1] + 29 * data[at + 2]) >> 8;
  }
  return { data: grey, width, height, scale: 1 };
}

function downsampleLevel(from: GreyLevel): GreyLevel {
  const width = from.width >> 1;
  const height = from.height >> 1;
  const data = new Uint8Array(width * height);
  for (let y = 0, to = 0; y < height; y++) {
    let at = 2 * y * from.width;
    for (let x = 0; x < width; x++, at += 2) {
      const upper = from.data[at] + from.data[at + 1];
      const lower = from.data[at + from.width] + from.data[at + from.width + 1];
      data[to++] = (upper + lower + 2) >> 2;
    }
  }
  return { data, width, height, scale: from.scale * 2 };
}
