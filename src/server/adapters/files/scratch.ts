import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BorrowedFile } from '#server/adapters/files/port.ts';

/** A copy on this machine of a file that is stored elsewhere. */
interface Copy {
  readonly path: string;
  readonly whole: Promise<number>;
  /** 0 until it is whole. */
  bytes: number;
  holders: number;
}

/**
 * The folder in which this process keeps copies of stored files for image processes, and what they write. It may be lost at any time. A
 * copy has one path for as long as it is here, so that the caches of image processes, which go by paths, keep working.
 */
export class Scratch {
  readonly #copies: string;
  readonly #temporary: string;
  readonly #limitBytes: number;
  /** In the order of their last use. */
  readonly #known = new Map<string, Copy>();
  #bytes = 0;

  /** Both are emptied at a start, so their names are ours alone: the folder may be /var, with a tmp of its own. */
  private constructor(folder: string, limitBytes: number) {
    this.#copies = join(folder, 'fotolot-copies');
    this.#temporary = join(folder, 'fotolot-tmp');
    this.#limitBytes = limitBytes;
  }

  /** `limitBytes`: what copies may take that are not borrowed. */
  static async open(folder: string, limitBytes: number): Promise<Scratch> {
    const scratch = new Scratch(folder, limitBytes);
    for (const path of [scratch.#copies, scratch.#temporary]) {
      await rm(path, { recursive: true, force: true });
      await mkdir(path, { recursive: true, mode: 0o700 });
    }
    return scratch;
  }

  /** Bytes of all copies. */
  get bytes(): number {
    return this.#bytes;
  }

  /** In a folder that is there, also when all of it was cleared. */
  temporaryPath(): string {
    mkdirSync(this.#temporary, { recursive: true, mode: 0o700 });
    return join(this.#temporary, randomBytes(16).toString('hex'));
  }

  /** Lends the copy of a file; several who ask at once share one `fetch`, which writes the file to a path and returns its size. */
  async borrow(key: string, fetch: (path: string) => Promise<number>): Promise<BorrowedFile> {
    const known = this.#known.get(key);
    const copy = known ?? this.#add(key, fetch);
    copy.holders += 1;
    this.#used(key, copy);
    const giveBack = async () => {
      copy.holders -= 1;
      await this.#makeRoom();
    };
    try {
      await copy.whole;
    } catch (error) {
      await giveBack();
      throw error;
    }
    // The folder was cleared meanwhile: the file is fetched anew.
    if (known !== undefined && (await stat(copy.path).catch(() => null)) === null) {
      this.#forget(key, copy);
      await giveBack();
      return this.borrow(key, fetch);
    }
    return { path: copy.path, [Symbol.asyncDispose]: giveBack };
  }

  /** Takes over a file that was just stored: it is mostly wanted again soon. */
  async adoptFile(key: string, path: string): Promise<void> {
    if (this.#known.has(key)) return rm(path, { force: true });
    const { size } = await stat(path);
    const copy = this.#add(key, async (to) => {
      await rename(path, to);
      return size;
    });
    await copy.whole.catch(() => {});
    await this.#makeRoom();
  }

  /** The file is no more: its copy goes, at the latest when it is given back. */
  async dropCopy(key: string): Promise<void> {
    const copy = this.#known.get(key);
    if (copy === undefined) return;
    this.#forget(key, copy);
    if (copy.holders === 0) await rm(copy.path, { force: true });
  }

  #add(key: string, fetch: (path: string) => Promise<number>): Copy {
    const { promise: whole, resolve, reject } = Promise.withResolvers<number>();
    const copy: Copy = { path: join(this.#copies, key), whole, bytes: 0, holders: 0 };
    this.#known.set(key, copy);
    this.#fill(key, copy, fetch).then(resolve, reject);
    whole.catch(() => {});
    return copy;
  }

  async #fill(key: string, copy: Copy, fetch: (path: string) => Promise<number>): Promise<number> {
    const temporary = this.temporaryPath();
    try {
      await mkdir(dirname(copy.path), { recursive: true });
      const bytes = await fetch(temporary);
      await rename(temporary, copy.path);
      copy.bytes = bytes;
      if (this.#known.get(key) === copy) this.#bytes += bytes;
      return bytes;
    } catch (error) {
      this.#forget(key, copy);
      await rm(temporary, { force: true });
      throw error;
    }
  }

  #used(key: string, copy: Copy): void {
    if (this.#known.get(key) !== copy) return;
    this.#known.delete(key);
    this.#known.set(key, copy);
  }

  #forget(key: string, copy: Copy): void {
    if (this.#known.get(key) !== copy) return;
    this.#known.delete(key);
    this.#bytes -= copy.bytes;
  }

  /** Removes copies, the one used longest ago first, until they keep to their limit. One that is borrowed stays. */
  async #makeRoom(): Promise<void> {
    for (const [key, copy] of this.#known) {
      if (this.#bytes <= this.#limitBytes) return;
      if (copy.holders > 0 || copy.bytes === 0) continue;
      this.#forget(key, copy);
      await rm(copy.path, { force: true });
    }
  }
}
