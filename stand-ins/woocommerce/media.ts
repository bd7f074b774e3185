import sharp from 'sharp';
import type { Faults } from './faults.ts';
import { Refusal } from './replies.ts';

/** WordPress names itself so, with the shop's address (K). */
const AGENT = 'WordPress/6.9; ';
const PICTURE_MS = 300_000;
/** Endings of names that the interface takes (R). */
const ENDINGS = /\.(?:jpe?g|jpe|gif|png|bmp|tiff?|ico|webp)$/iu;
const FORMATS = ['jpeg', 'gif', 'png', 'tiff', 'webp'];
const FOLDER = '/wp-content/uploads/2026/11/';

export interface Fetched {
  readonly url: string;
  readonly at: number;
  readonly status: number;
  readonly bytes: number;
}

export interface Attachment {
  readonly id: number;
  /** Name of its file, one of its kind. */
  readonly file: string;
  readonly title: string;
  readonly alt: string;
  readonly bytes: Buffer;
}

/** The media library. It grows with every address that it is given, the same one included; no call takes anything out. */
export class Media {
  readonly fetched: Fetched[] = [];
  /** Pictures that were asked for since the faults were set. */
  asked = 0;
  readonly #kept = new Map<number, Attachment>();
  readonly #url: string;
  #next = 900;

  constructor(url: string) {
    this.#url = url;
  }

  /** Draws the pictures that the first products have; returns their ids. */
  async drawFirst(): Promise<number[]> {
    const colours = ['#7a8b99', '#b08968', '#6a994e', '#a44a3f'];
    const ids: number[] = [];
    for (const [n, background] of colours.entries()) {
      const drawn = sharp({ create: { width: 1000, height: 750, channels: 3, background } });
      ids.push(this.#keep(`produs-${n + 1}.jpg`, await drawn.jpeg().toBuffer(), `Produs ${n + 1}`).id);
    }
    return ids;
  }

  get all(): Attachment[] {
    return [...this.#kept.values()];
  }

  find(id: number): Attachment | null {
    return this.#kept.get(id) ?? null;
  }

  findFile(path: string): Attachment | null {
    return this.all.find(({ file }) => FOLDER + file === path) ?? null;
  }

  addressOf({ file }: Attachment): string {
    return this.#url + FOLDER + file;
  }

  /** As if the owner deleted it in the library. */
  remove(id: number): void {
    this.#kept.delete(id);
  }

  /** Fetches an address and keeps the picture, whether it was fetched before or not. Throws the shop's refusal. */
  async take(address: string, faults: Faults): Promise<Attachment> {
    this.asked += 1;
    const isUnwanted = faults.unwanted.includes(this.asked);
    const bytes = await this.#ask(address);
    if (isUnwanted) throw refuse('Invalid image: A security plugin rejected the file.');
    const name = address.split('?')[0]?.split('/').at(-1) ?? '';
    if (!ENDINGS.test(name) || !(await isPicture(bytes)))
      throw refuse('Invalid image: Sorry, you are not allowed to upload this file type.');
    if (faults.pictures === 'unwritable')
      throw refuse('Invalid image: The uploaded file could not be moved to wp-content/uploads/2026/11.');
    const kept = faults.pictures === 'renamed' ? `magazin-${this.#next}.webp` : name;
    // WordPress makes one dash of many (K).
    return this.#keep(kept.replace(/-+/g, '-'), bytes, kept);
  }

  #keep(name: string, bytes: Buffer, title: string): Attachment {
    const id = this.#next++;
    const attachment = { id, file: this.#findFreeName(name), title, alt: '', bytes };
    this.#kept.set(id, attachment);
    return attachment;
  }

  #findFreeName(name: string): string {
    const [, stem = '', ending = ''] = /^(.*?)(\.[^.]*)$/u.exec(name) ?? [];
    const isFree = (file: string) => this.all.every((each) => each.file !== file);
    for (let n = 0; ; n += 1) {
      const file = n === 0 ? name : `${stem}-${n}${ending}`;
      if (isFree(file)) return file;
    }
  }

  async #ask(url: string): Promise<Buffer> {
    const at = Date.now();
    let problem = 'A valid URL was not provided.';
    try {
      const answer = await fetch(url, {
        headers: { 'user-agent': AGENT + this.#url },
        signal: AbortSignal.timeout(PICTURE_MS),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      this.fetched.push({ url, at, status: answer.status, bytes: bytes.length });
      if (answer.status === 200) return bytes;
      problem = answer.statusText;
    } catch {
      this.fetched.push({ url, at, status: 0, bytes: 0 });
    }
    throw refuse(`Error getting remote image ${url}. Error: ${problem}`);
  }
}

function refuse(message: string): Refusal {
  return new Refusal({ status: 400, code: 'woocommerce_product_image_upload_error' }, message);
}

async function isPicture(bytes: Buffer): Promise<boolean> {
  const { format = '' } = await sharp(bytes)
    .metadata()
    .catch(() => ({ format: undefined }));
  return FORMATS.includes(format);
}
