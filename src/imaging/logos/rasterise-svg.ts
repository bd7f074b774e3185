/**
 * An SVG as pixels, by resvg compiled to WebAssembly: it has no files, no network and no scripts. What would make it look otherwise than
 * its maker meant (pictures from elsewhere, pages within it) is refused, and what only a trap holds.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { AppError } from '#domain/errors.ts';
import type { Raw } from '#imaging/pixels/raw.ts';

export const MOST_SVG_BYTES = 2_000_000;
const MOST_ELEMENTS = 20_000;
const MOST_DEPTH = 200;
/** Copies that a `use` of a `use` of a … may come to. */
const MOST_COPIES = 20_000;
const FONT_FILE = '@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf';

let loadedFont: Promise<Uint8Array> | null = null;

/** The program and the one font for letters that were not drawn as outlines. */
function loadResvg(): Promise<Uint8Array> {
  loadedFont ??= (async () => {
    const pathOf = (file: string) => fileURLToPath(import.meta.resolve(file));
    await initWasm(await readFile(pathOf('@resvg/resvg-wasm/index_bg.wasm')));
    return readFile(pathOf(FONT_FILE));
  })();
  return loadedFont;
}

/** Its longer side is `side`. Transparent where nothing is drawn. */
export async function rasteriseSvg(bytes: Uint8Array, side: number): Promise<Raw> {
  if (bytes.length > MOST_SVG_BYTES) throw new AppError('photos/too-large-file', { limit: MOST_SVG_BYTES });
  const text = new TextDecoder().decode(bytes);
  refuseTraps(text);
  const font = await loadResvg();
  try {
    return renderSvg(text, side, font);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('photos/svg-broken');
  }
}

function renderSvg(text: string, side: number, font: Uint8Array): Raw {
  const fonts = { fontBuffers: [font], defaultFontFamily: 'Instrument Sans SemiBold' };
  const asItIs = new Resvg(text, { font: fonts });
  const { width, height } = asItIs;
  const isOutside = asItIs.imagesToResolve().length > 0;
  asItIs.free();
  if (isOutside) throw new AppError('photos/svg-outside');
  const scaled = new Resvg(text, {
    font: fonts,
    fitTo: { mode: width >= height ? 'width' : 'height', value: side },
  });
  const picture = scaled.render();
  const raw = {
    data: unpremultiplyAlpha(picture.pixels),
    width: picture.width,
    height: picture.height,
    channels: 4,
  } as const;
  picture.free();
  scaled.free();
  return raw;
}

/** Colours that were multiplied by their alpha, as they are without it. */
function unpremultiplyAlpha(pixels: Uint8Array): Uint8Array {
  const data = Uint8Array.from(pixels);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3];
    if (alpha === 0 || alpha === 255) continue;
    for (let c = i; c < i + 3; c++) data[c] = Math.min(255, Math.round((data[c] * 255) / alpha));
  }
  return data;
}

const TAG = /<(\/?)([A-Za-z_][\w:.-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*?)(\/?)>/g;
const OUTSIDE = /(?:^|[\s:])(?:href|src)\s*=\s*["']\s*(?!#|data:image\/(?:png|jpe?g|gif|webp)[;,])[^"'\s]/i;
const SHOWS_ITS_REFERENCE = new Set([
  'image',
  'use',
  'feImage',
  'tref',
  'pattern',
  'linearGradient',
  'radialGradient',
]);
const PAGES = new Set([
  'script',
  'foreignObject',
  'iframe',
  'object',
  'embed',
  'audio',
  'video',
  'handler',
  'listener',
]);

const UNREAD = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const;

/** Without comments and quoted text, in one pass from its start: neither hides what follows it. One that never ends is refused. */
function stripText(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = text.indexOf('<!'); at >= 0; at = text.indexOf('<!', from)) {
    kept.push(text.slice(from, at));
    const [begin, end] = UNREAD.find(([start]) => text.startsWith(start, at)) ?? ['<!', ''];
    const over = text.indexOf(end, at + begin.length);
    if (over < 0) throw new AppError('photos/svg-broken');
    from = over + end.length;
  }
  return kept.join('') + text.slice(from);
}

/** By the text: what the program would take long for, or show otherwise than a browser does. */
function refuseTraps(text: string): void {
  if (/<!ENTITY/i.test(text)) throw new AppError('photos/svg-unsafe');
  if (/@import|url\(\s*["']?\s*(?!#|["']?#|data:)[a-z]/i.test(text)) throw new AppError('photos/svg-outside');
  const copies = new ElementCounter();
  let [elements, depth] = [0, 0];
  const bare = stripText(text);
  for (const [, isEnd, name = '', attributes = '', isEmpty] of bare.matchAll(TAG)) {
    const local = name.slice(name.indexOf(':') + 1);
    if (isEnd) {
      depth -= 1;
      copies.closeElement();
      continue;
    }
    elements += 1;
    if (PAGES.has(local) || /\son[a-z]+\s*=/i.test(attributes)) throw new AppError('photos/svg-unsafe');
    if (SHOWS_ITS_REFERENCE.has(local) && OUTSIDE.test(attributes)) throw new AppError('photos/svg-outside');
    copies.openElement(local, attributes, isEmpty === '/');
    if (!isEmpty) depth += 1;
    if (elements > MOST_ELEMENTS || depth > MOST_DEPTH) throw new AppError('photos/logo-heavy');
  }
  if (copies.countElements() > MOST_COPIES) throw new AppError('photos/logo-heavy');
}

interface Group {
  readonly uses: string[];
  elements: number;
}

/** How many elements there are once every `use` stands for what it shows. */
class ElementCounter {
  readonly #byId = new Map<string, Group>();
  readonly #open: Group[][] = [];
  readonly #root: Group = { uses: [], elements: 0 };

  openElement(name: string, attributes: string, isEmpty: boolean): void {
    const id = /(?:^|\s)id\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1];
    const own: Group[] = [];
    if (id !== undefined) {
      const group = { uses: [], elements: 0 };
      this.#byId.set(id, group);
      own.push(group);
    }
    const used = name === 'use' ? /href\s*=\s*["']\s*#([^"']*)["']/.exec(attributes)?.[1] : undefined;
    for (const group of [this.#root, ...this.#open.flat(), ...own]) {
      group.elements += 1;
      if (used !== undefined) group.uses.push(used);
    }
    if (!isEmpty) this.#open.push(own);
  }

  closeElement(): void {
    this.#open.pop();
  }

  countElements(): number {
    const known = new Map<Group, number>();
    const sizeOf = (group: Group): number => {
      const before = known.get(group);
      if (before !== undefined) return before;
      // One that shows itself: the program leaves it out.
      known.set(group, 0);
      const size = group.uses.reduce((sum, id) => {
        const shown = this.#byId.get(id);
        return shown === undefined ? sum : Math.min(1e9, sum + sizeOf(shown));
      }, group.elements);
      known.set(group, size);
      return size;
    };
    return sizeOf(this.#root);
  }
}
