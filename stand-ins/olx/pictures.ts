import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Faults } from './faults.ts';
import { ApiRefusal } from './replies.ts';

/** What the portal calls itself when it fetches a picture (presupus). */
const AGENT = 'olx-stand-in/1.0';
const MOST_BYTES = 5 * 1024 * 1024;
const LEAST_SIDE = 300;
const PICTURE_MS = 20_000;
const [WIDEST, TALLEST] = [1000, 700];

export interface Fetched {
  readonly url: string;
  readonly at: number;
  readonly method: 'GET' | 'HEAD';
  readonly status: number;
  readonly bytes: number;
}

/** Pictures that the portal keeps: copies of its own, smaller, under its own addresses. */
export class Pictures {
  readonly fetched: Fetched[] = [];
  readonly #kept = new Map<string, Buffer>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Draws the pictures that the first adverts have. */
  async drawFirst(): Promise<void> {
    for (const [n, background] of ['#7a8b99', '#b08968', '#6a994e', '#a44a3f'].entries()) {
      const drawn = sharp({ create: { width: 1000, height: 700, channels: 3, background } });
      this.#kept.set(`first${n}-RO`, await drawn.jpeg().toBuffer());
    }
  }

  find(id: string): Buffer | null {
    return this.#kept.get(id) ?? null;
  }

  /**
   * Fetches the addresses in order, during the call, and keeps copies; returns their addresses. Redirects are not followed. Throws the
   * portal's image errors; their words beyond the two that are documented are presupuse.
   */
  async take(
    urls: readonly string[],
    { faults, now }: { faults: Faults; now: () => number },
  ): Promise<{ url: string }[]> {
    const kept: { url: string }[] = [];
    for (const url of urls) {
      const own = this.#findOwn(url);
      if (own !== null && faults.ownAddresses === 'accept') {
        kept.push({ url });
        continue;
      }
      kept.push(await this.#takeOne(url, { faults, now }));
    }
    if (faults.pictures === 'reverse') return kept.reverse();
    return faults.pictures === 'drop-one' ? kept.slice(0, -1) : kept;
  }

  #findOwn(url: string): Buffer | null {
    const [, id = ''] = new RegExp(`^${this.#url}/files/([\\w-]+)/image`).exec(url) ?? [];
    return this.find(id);
  }

  async #takeOne(
    url: string,
    { faults, now }: { faults: Faults; now: () => number },
  ): Promise<{ url: string }> {
    if (!URL.canParse(url)) throw new ApiRefusal(400, 'Image error: Remote file not exists');
    if (faults.head === 'first') await this.#ask(url, 'HEAD', now);
    const bytes = await this.#ask(url, 'GET', now);
    if (bytes.length > MOST_BYTES) throw new ApiRefusal(400, 'Image error: File is too big');
    const picture = sharp(bytes, { limitInputPixels: 100_000_000 });
    const size = await picture.metadata().catch(() => null);
    if (size === null) throw new ApiRefusal(400, 'Image error: File is not an image');
    if (Math.min(size.width, size.height) < LEAST_SIDE)
      throw new ApiRefusal(400, 'Image error: Image is too small');
    const copy = await picture.resize(WIDEST, TALLEST, { fit: 'inside' }).jpeg({ quality: 82 }).toBuffer();
    const id = `${randomBytes(9).toString('hex')}-RO`;
    this.#kept.set(id, copy);
    return { url: `${this.#url}/files/${id}/image;s=${WIDEST}x${TALLEST}` };
  }

  async #ask(url: string, method: 'GET' | 'HEAD', now: () => number): Promise<Buffer> {
    const at = now();
    try {
      const answer = await fetch(url, {
        method,
        redirect: 'manual',
        headers: { 'user-agent': AGENT },
        signal: AbortSignal.timeout(PICTURE_MS),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      this.fetched.push({ url, at, method, status: answer.status, bytes: bytes.length });
      if (answer.status === 200) return bytes;
    } catch {
      this.fetched.push({ url, at, method, status: 0, bytes: 0 });
    }
    throw new ApiRefusal(400, 'Image error: Remote file not exists');
  }
}
