/** What two models see in a picture, kept in files: a gate is tried on all of them in a minute, a look of a large model takes seconds each. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Mask } from '#imaging/cutout/mask.ts';
import { readMask } from '#imaging/cutout/mask-file.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { decodePicture } from '#imaging/read/decode.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { readHeader } from '#imaging/read/header.ts';

/** Shares are kept as whole numbers up to this. */
const MOST = 65_535;

/** A model's look at the picture, or at its mirror image. */
export type PlaneKind = 'large' | 'small' | 'small-mirrored';

export class PlaneStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  has(name: string, kind: PlaneKind): boolean {
    return existsSync(this.#path(name, `${kind}.gz`));
  }

  hasPicture(name: string): boolean {
    return existsSync(this.#path(name, 'picture.png'));
  }

  async savePlane(name: string, kind: PlaneKind, plane: Float32Array): Promise<void> {
    const numbers = Uint16Array.from(plane, (share) => Math.round(share * MOST));
    await writeFile(
      this.#path(name, `${kind}.gz`),
      await promisify(gzip)(new Uint8Array(numbers.buffer), { level: 1 }),
    );
  }

  /** Returns null where it was never saved. */
  async loadPlane(name: string, kind: PlaneKind): Promise<Float32Array | null> {
    if (!this.has(name, kind)) return null;
    const { buffer } = new Uint8Array(
      await promisify(gunzip)(await readFile(this.#path(name, `${kind}.gz`))),
    );
    return Float32Array.from(new Uint16Array(buffer), (number) => number / MOST);
  }

  async savePicture(name: string, { data, width, height, channels }: Raw): Promise<void> {
    await sharp(data, { raw: { width, height, channels } }).png().toFile(this.#path(name, 'picture.png'));
  }

  /** Returns the picture at a mask's size. */
  async loadPicture(name: string): Promise<Raw> {
    const header = await readHeader(this.#path(name, 'picture.png'));
    return decodePicture(header, header);
  }

  async saveTruth(name: string, { data, width, height }: Mask): Promise<void> {
    await sharp(data, { raw: { width, height, channels: 1 } })
      .png()
      .toFile(this.#path(name, 'truth.png'));
  }

  /** Returns the true mask of a drawn scene; null for a photograph. */
  async loadTruth(name: string): Promise<Mask | null> {
    const path = this.#path(name, 'truth.png');
    return existsSync(path) ? readMask(path) : null;
  }

  #path(name: string, what: string): string {
    return join(this.#folder, `${name}.${what}`);
  }
}
