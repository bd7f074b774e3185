import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { buildSizes, type Sizes } from './adverts.ts';

/** What the site calls itself when it fetches a picture (presupus). */
const AGENT = 'autovit-stand-in/1.0';
/** The site's own limits are not known: these are presupuse. */
const MOST_BYTES = 10 * 1024 * 1024;
const LEAST_SIDE = 300;
const [WIDEST, TALLEST] = [1080, 720];

export interface Fetched {
  readonly url: string;
  readonly at: number;
  readonly status: number;
  readonly bytes: number;
}

/** What became of one address: the sizes that are kept, or why there are none (the words are presupuse). */
export type Taken = { readonly sizes: Sizes } | { readonly refusal: string };

/** Pictures that the site keeps: copies of its own, smaller, under its own addresses. */
export class Pictures {
  readonly fetched: Fetched[] = [];
  readonly #kept = new Map<string, Buffer>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Draws the pictures that the first adverts have. */
  async drawFirst(): Promise<void> {
    for (const [n, background] of ['#5b6770', '#8d5b4c', '#3f6c51', '#2f4858'].entries()) {
      const drawn = sharp({ create: { width: WIDEST, height: TALLEST, channels: 3, background } });
      this.#kept.set(`first${n}-AVITRO`, await drawn.jpeg().toBuffer());
    }
  }

  find(id: string): Buffer | null {
    return this.#kept.get(id) ?? null;
  }

  /** Fetches one address during the call and keeps a copy. Redirects are not followed (presupus). */
  async take(url: unknown, { at, limitMs }: { at: number; limitMs: number }): Promise<Taken> {
    if (typeof url !== 'string' || !URL.canParse(url)) return { refusal: 'The source is not an address' };
    const bytes = await this.#ask(url, { at, limitMs });
    if (bytes === null) return { refusal: 'The source could not be downloaded' };
    if (bytes.length > MOST_BYTES) return { refusal: 'The file is too big' };
    const picture = sharp(bytes, { limitInputPixels: 100_000_000 });
    const size = await picture.metadata().catch(() => null);
    if (size === null) return { refusal: 'The source is not an image' };
    if (Math.min(size.width, size.height) < LEAST_SIDE) return { refusal: 'The image is too small' };
    const copy = await picture.resize(WIDEST, TALLEST, { fit: 'inside' }).jpeg({ quality: 82 }).toBuffer();
    const id = randomBytes(9).toString('hex');
    this.#kept.set(`${id}-AVITRO`, copy);
    return { sizes: buildSizes(this.#url, id) };
  }

  async #ask(url: string, { at, limitMs }: { at: number; limitMs: number }): Promise<Buffer | null> {
    try {
      const answer = await fetch(url, {
        redirect: 'manual',
        headers: { 'user-agent': AGENT },
        signal: AbortSignal.timeout(limitMs),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      this.fetched.push({ url, at, status: answer.status, bytes: bytes.length });
      return answer.status === 200 ? bytes : null;
    } catch {
      this.fetched.push({ url, at, status: 0, bytes: 0 });
      return null;
    }
  }
}
