/** A decoded picture: rows of interleaved sRGB bytes, three channels, or four with straight (not premultiplied) alpha. */
export interface Raw {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PixelBox extends Size {
  readonly x: number;
  readonly y: number;
}

export type Rgb = readonly [number, number, number];

/** Six hex digits as bytes. */
export function parseRgb(colour: string): Rgb {
  const value = Number.parseInt(colour, 16);
  return Number.isNaN(value) ? [255, 255, 255] : [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** A copy of the part inside `box` (whole pixels, within the picture). */
export function cropToBox(raw: Raw, box: PixelBox): Raw {
  const { channels } = raw;
  const row = box.width * channels;
  const data = new Uint8Array(row * box.height);
  for (let y = 0; y < box.height; y++) {
    const from = ((box.y + y) * raw.width + box.x) * channels;
    data.set(raw.data.subarray(from, from + row), y * row);
  }
  return { data, width: box.width, height: box.height, channels };
}

/** The same, without a copy where the box is the whole picture. */
export function cropUnlessWhole(raw: Raw, box: PixelBox): Raw {
  return box.width === raw.width && box.height === raw.height ? raw : cropToBox(raw, box);
}

/** A copy turned clockwise by quarter turns. */
export function rotateByQuarters(raw: Raw, degrees: 0 | 90 | 180 | 270): Raw {
  const { data: from, width: w, height: h, channels } = raw;
  const data = new Uint8Array(from.length);
  const [width, height] = degrees % 180 === 0 ? [w, h] : [h, w];
  const [start, stepX, stepY] = {
    0: [0, 1, w],
    90: [(h - 1) * w, -w, 1],
    180: [w * h - 1, -1, -w],
    270: [w - 1, w, -1],
  }[degrees] as [number, number, number];
  let to = 0;
  for (let y = 0; y < height; y++) {
    let at = (start + y * stepY) * channels;
    for (let x = 0; x < width; x++, at += stepX * channels) {
      for (let c = 0; c < channels; c++) data[to++] = from[at + c];
    }
  }
  return { data, width, height, channels };
}

/** The picture on an opaque ground; the same object when it has no alpha. */
export function flattenOnto(raw: Raw, [r, g, b]: Rgb): Raw {
  if (raw.channels === 3) return raw;
  const { data: from, width, height } = raw;
  const data = new Uint8Array(width * height * 3);
  for (let i = 0, o = 0; i < from.length; i += 4, o += 3) {
    const a = from[i + 3];
    data[o] = Math.round((from[i] * a + r * (255 - a)) / 255);
    data[o + 1] = Math.round((from[i + 1] * a + g * (255 - a)) / 255);
    data[o + 2] = Math.round((from[i + 2] * a + b * (255 - a)) / 255);
  }
  return { data, width, height, channels: 3 };
}

/** The same picture with four channels, nothing of it clear. */
export function withAlpha(raw: Raw): Raw {
  if (raw.channels === 4) return raw;
  const { data: from, width, height } = raw;
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let i = 0, o = 0; i < from.length; i += 3, o += 4) {
    data[o] = from[i];
    data[o + 1] = from[i + 1];
    data[o + 2] = from[i + 2];
  }
  return { data, width, height, channels: 4 };
}

/** `top` put in the place of a part of `ground` at x, y; both have as many channels and `top` lies inside. */
export function pasteOnto(ground: Raw, top: Raw, { x, y }: { x: number; y: number }): Raw {
  const { channels } = top;
  const row = top.width * channels;
  for (let rowIndex = 0; rowIndex < top.height; rowIndex++) {
    ground.data.set(
      top.data.subarray(rowIndex * row, (rowIndex + 1) * row),
      ((y + rowIndex) * ground.width + x) * channels,
    );
  }
  return ground;
}

export function createFilled({ width, height }: Size, [r, g, b]: Rgb): Raw {
  const data = new Uint8Array(width * height * 3);
  const row = data.subarray(0, width * 3);
  for (let i = 0; i < row.length; i += 3) row.set([r, g, b], i);
  for (let y = 1; y < height; y++) data.set(row, y * row.length);
  return { data, width, height, channels: 3 };
}
