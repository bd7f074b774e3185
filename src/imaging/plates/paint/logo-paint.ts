/** Own picture on the plate: whole, in the middle, seen in the plate's perspective; its own ground fills the plate. */

import { LruCache } from '#imaging/lru-cache.ts';
import { flattenOnto, type Raw, type Rgb } from '#imaging/pixels/raw.ts';
import { decodePicture, resizeTo, sizeAt } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';
import type { Paint, PlateGeometry } from './plate-geometry.ts';

const LOGO_SIDE = 1600;
/** Around the picture, in heights of the plate. */
const MARGIN = 0.06;

const logos = new LruCache<Raw>(4);

export async function logoPaint(path: string, { shape, pixels }: PlateGeometry, colour: Rgb): Promise<Paint> {
  const logo = await logos.get(path, async () => {
    const header = await readHeader(path);
    return decodePicture(
      header,
      sizeAt(header, Math.min(1, LOGO_SIDE / Math.max(header.width, header.height))),
    );
  });
  const own = findLogoGround(logo);
  const ground = own ?? colour;
  const margin = own === null ? MARGIN : 0;
  const height = Math.min(1 - 2 * margin, ((shape - 2 * margin) * logo.height) / logo.width);
  const width = (height * logo.width) / logo.height;
  // As many pixels as it will cover, so that taking the nearest four is enough and nothing flickers.
  const scale = Math.min(1, (height * pixels) / logo.height);
  const picture = flattenOnto(await resizeTo(logo, sizeAt(logo, scale)), ground);
  const left = (shape - width) / 2;
  const top = (1 - height) / 2;
  return (x, y) => {
    const u = (x - left) / width;
    const v = (y - top) / height;
    if (u < 0 || u >= 1 || v < 0 || v >= 1) return ground;
    return smoothAt(picture, u * picture.width - 0.5, v * picture.height - 0.5);
  };
}

/** Places along each edge, and how far inward a rounded corner is passed over, in shares of the side. */
const PLACES = 24;
const INWARD = 0.08;
/** Shades that count as the same, and the share of places that must have it. */
const SAME = 24;
const MOSTLY = 0.7;

/** The colour of a logo's own ground, which goes on over the whole plate; null: it has none, or several. */
function findLogoGround({ data, width, height, channels }: Raw): Rgb | null {
  const edge: Rgb[] = [];
  const see = (x: number, y: number, [dx, dy]: readonly [number, number]) => {
    const most = Math.max(1, Math.round(INWARD * (dx === 0 ? height : width)));
    for (let n = 0; n < most; n++) {
      const at = ((y + n * dy) * width + x + n * dx) * channels;
      if (channels === 4 && data[at + 3] < 250) continue;
      edge.push([data[at], data[at + 1], data[at + 2]]);
      return;
    }
  };
  for (let n = 0; n < PLACES; n++) {
    const [x, y] = [Math.floor(((n + 0.5) * width) / PLACES), Math.floor(((n + 0.5) * height) / PLACES)];
    see(x, 0, [0, 1]);
    see(x, height - 1, [0, -1]);
    see(0, y, [1, 0]);
    see(width - 1, y, [-1, 0]);
  }
  if (edge.length < MOSTLY * 4 * PLACES) return null;
  const middle = (n: 0 | 1 | 2) => edge.map((one) => one[n]).sort((a, b) => a - b)[edge.length >> 1];
  const colour: Rgb = [middle(0), middle(1), middle(2)];
  const same = edge.filter((one) => one.every((value, n) => Math.abs(value - colour[n]) <= SAME)).length;
  return same >= MOSTLY * edge.length ? colour : null;
}

function smoothAt({ data, width, height }: Raw, x: number, y: number): Rgb {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const at = (column: number, row: number) =>
    3 * (Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column)));
  const [a, b, c, d] = [at(x0, y0), at(x0 + 1, y0), at(x0, y0 + 1), at(x0 + 1, y0 + 1)];
  const channel = (n: 0 | 1 | 2) =>
    Math.round(
      (data[a + n] * (1 - fx) + data[b + n] * fx) * (1 - fy) +
        (data[c + n] * (1 - fx) + data[d + n] * fx) * fy,
    );
  return [channel(0), channel(1), channel(2)];
}
