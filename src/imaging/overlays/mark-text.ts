/** Text as a mask, drawn with the font the project ships, so ș ț ă â î look right on a machine without fonts. */
import { fileURLToPath } from 'node:url';
import { tidyLine } from '#domain/language/visible-text.ts';
import { LruCache } from '#imaging/lru-cache.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';

const FONT_FILE = '@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf';
const FONT_PIXELS = 192;
const FONT = `Instrument Sans SemiBold ${FONT_PIXELS}px`;
/** Height of a mask's capital letters in its pixels. */
export const CAP_HEIGHT = 0.7 * FONT_PIXELS;

/** Coverage 0–255, one byte a pixel, cut to the ink; large enough to be scaled down to any watermark. */
export interface TextMask {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const masks = new LruCache<TextMask | null>(8);

/** Null where nothing of the text can be seen: a photo is not worth less for it. */
export async function textMask(text: string): Promise<TextMask | null> {
  const seen = tidyLine(text);
  return seen === '' ? null : masks.get(seen, () => renderTextMask(seen));
}

async function renderTextMask(text: string): Promise<TextMask | null> {
  const fontfile = fileURLToPath(import.meta.resolve(FONT_FILE));
  const letters = sharp({
    text: { text: withoutMarkup(text), font: FONT, fontfile, dpi: 72 },
  });
  try {
    const { data, info } = await letters.extractChannel(0).raw().toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    if (String(error).includes('no text to render')) return null;
    throw error;
  }
}

/** Pango would read the user's angle brackets as its own markup. */
function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The mask at `width`, with `rim` empty pixels around it. */
export async function scaledMask(
  { data, width, height }: TextMask,
  to: number,
  rim: number,
): Promise<TextMask> {
  const scaled = sharp(data, { raw: { width, height, channels: 1 } })
    .resize(to, Math.max(1, Math.round((height * to) / width)), { fit: 'fill' })
    .extend({ top: rim, bottom: rim, left: rim, right: rim, background: '#000' })
    .extractChannel(0);
  const { data: bytes, info } = await scaled.raw().toBuffer({ resolveWithObject: true });
  return { data: bytes, width: info.width, height: info.height };
}

export async function blurredMask({ data, width, height }: TextMask, sigma: number): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .blur(sigma)
    .extractChannel(0)
    .raw()
    .toBuffer();
}
