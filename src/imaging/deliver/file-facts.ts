/** Looks at what is about to be delivered, as a marketplace's own check would. */
import type { FileFacts } from '#domain/batches/file-facts.ts';
import type { OutputFormat } from '#domain/recipes/outputs.ts';
import type { PixelBox, Raw } from '#imaging/pixels/raw.ts';
import { EXIF_FINDERS } from '#imaging/read/exif-blocks.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';

/** White to the eye and to a marketplace's check. */
const WHITE = 247;
/** Darker than a soft shadow on white. */
const OBJECT = 225;
/** A row or column belongs to the object from this share of its pixels on: specks do not. */
const LEAST_SHARE = 0.004;

/** Least share of white edge at which the object's bounds can be told. */
const MOSTLY = 0.5;

/** `photo`: where the photo lies on its canvas. */
export function whiteFacts(picture: Raw, photo: PixelBox): Pick<FileFacts, 'whiteEdge' | 'fill'> {
  const edge = whiteEdge(picture, photo);
  return { whiteEdge: edge, fill: edge < MOSTLY ? null : measureFill(picture) };
}

function whiteEdge(picture: Raw, { x, y, width, height }: PixelBox): number {
  const across = picture.width;
  const first = y * across + x;
  const last = first + (height - 1) * across;
  const white =
    countWhitePixels(picture, { from: first, step: 1, count: width }) +
    countWhitePixels(picture, { from: last, step: 1, count: width }) +
    countWhitePixels(picture, { from: first + across, step: across, count: height - 2 }) +
    countWhitePixels(picture, { from: first + across + width - 1, step: across, count: height - 2 });
  return white / (2 * (width + Math.max(0, height - 2)));
}

function countWhitePixels(
  picture: Raw,
  { from, step, count }: { from: number; step: number; count: number },
): number {
  let white = 0;
  for (let i = 0; i < count; i++) if (getDarkestChannel(picture, from + i * step) >= WHITE) white++;
  return white;
}

/** The darkest channel; what is transparent is white on the page. */
function getDarkestChannel({ data, channels }: Raw, pixel: number): number {
  const at = pixel * channels;
  if (channels === 4 && data[at + 3] < 128) return 255;
  return Math.min(data[at], data[at + 1], data[at + 2]);
}

function measureFill(picture: Raw): number | null {
  const { width, height } = picture;
  const columns = new Uint32Array(width);
  const rows = new Uint32Array(height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (getDarkestChannel(picture, at) >= OBJECT) continue;
      columns[x] = columns[x] + 1;
      rows[y] = rows[y] + 1;
    }
  }
  const across = measureExtent(columns, LEAST_SHARE * height);
  const down = measureExtent(rows, LEAST_SHARE * width);
  return across === 0 || down === 0 ? null : Math.round(100 * Math.max(across / width, down / height));
}

function measureExtent(counts: Uint32Array, enough: number): number {
  const first = counts.findIndex((n) => n >= enough);
  return first < 0 ? 0 : counts.findLastIndex((n) => n >= enough) - first + 1;
}

/** The digital source type that a replaced background has to carry is none. */
export async function carriesExif(bytes: Buffer, format: OutputFormat): Promise<boolean> {
  if (format === 'avif') return (await sharp(bytes).metadata()).exif !== undefined;
  return EXIF_FINDERS[format](bytes).length > 0;
}
