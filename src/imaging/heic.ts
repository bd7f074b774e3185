/** HEIC pixels through libheif compiled to WebAssembly: sharp's own build has no HEVC decoder. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { boxesIn } from './boxes.ts';
import type { Raw } from './raw.ts';

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  has_alpha_channel(): boolean;
  display(target: HeifPixels, done: (pixels: HeifPixels | null) => void): void;
  free(): void;
}

interface HeifPixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

interface Libheif {
  readonly HeifDecoder: new () => {
    decode(bytes: Uint8Array): HeifImage[];
    readonly decoder: { delete(): void };
  };
}

const require = createRequire(import.meta.url);

/** The primary picture, turned already: libheif applies the file's rotation and mirroring, so EXIF's must not be applied again. */
export async function decodeHeic(source: string): Promise<Raw> {
  const bytes = await readFile(source);
  // Of a picture in tiles libheif would paint the missing ones green and say nothing.
  for (const { type, cutShort } of boxesIn(bytes, 0, bytes.length))
    if (type === 'mdat' && cutShort) throw new Error('the file ends early');
  const { HeifDecoder } = require('libheif-js/wasm-bundle.js') as Libheif;
  const decoder = new HeifDecoder();
  const images = decoder.decode(bytes);
  try {
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
    if (image === undefined) throw new Error('no picture in the file');
    const [width, height] = [image.get_width(), image.get_height()];
    const pixels = await new Promise<HeifPixels>((resolve, reject) => {
      const data = new Uint8ClampedArray(width * height * 4);
      image.display({ data, width, height }, (done) =>
        done ? resolve(done) : reject(new Error('not decodable')),
      );
    });
    const data = new Uint8Array(pixels.data.buffer);
    return image.has_alpha_channel()
      ? { data, width, height, channels: 4 }
      : withoutAlpha(data, width, height);
  } finally {
    for (const image of images) image.free();
    decoder.decoder.delete();
  }
}

/** Moves the colours together in the same memory: a second copy of 48 megapixels would not fit the process's limit. */
function withoutAlpha(data: Uint8Array, width: number, height: number): Raw {
  for (let i = 0, o = 0; i < data.length; i += 4, o += 3) {
    data[o] = data[i] as number;
    data[o + 1] = data[i + 1] as number;
    data[o + 2] = data[i + 2] as number;
  }
  return { data: data.subarray(0, width * height * 3), width, height, channels: 3 };
}
