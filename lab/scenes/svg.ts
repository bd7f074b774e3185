import type { Random } from './random.ts';
import { type Surface, surfacePattern } from './texture.ts';

/** Arguments of a scene's builder: a canvas in its own units (the short side is always 1200) and its dice. */
export interface SceneCanvas {
  readonly width: number;
  readonly height: number;
  readonly random: Random;
}

export interface Drawing {
  readonly defs: string;
  readonly body: string;
  readonly surfaces: readonly Surface[];
}

export type Stop = readonly [offset: number, colour: string, opacity?: number];

const stops = (list: readonly Stop[]): string =>
  list
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('');

/** A straight gradient; `angle` in degrees, 0 = left to right, 90 = top to bottom. */
export function linear(id: string, angle: number, list: readonly Stop[]): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="0" gradientTransform="rotate(${angle} .5 .5)">${stops(list)}</linearGradient>`;
}

export function radial(
  id: string,
  list: readonly Stop[],
  { cx = 0.5, cy = 0.5, r = 0.5 }: { cx?: number; cy?: number; r?: number } = {},
): string {
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops(list)}</radialGradient>`;
}

export function blur(id: string, deviation: number): string {
  return `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;
}

export function rect(
  { x, y, w, h }: { x: number; y: number; w: number; h: number },
  fill: string,
  more = '',
): string {
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`;
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`;
}

export function line(d: string, { colour, width }: { colour: string; width: number }, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" ${more}/>`;
}

export function ellipse(
  { cx, cy, rx, ry }: { cx: number; cy: number; rx: number; ry: number },
  fill: string,
  more = '',
): string {
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;
}

export function group(transform: string, ...parts: readonly string[]): string {
  return `<g transform="${transform}">${parts.join('')}</g>`;
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly box: readonly [number, number];
}

/** Places a subject drawn in its own box so that its middle sits at x, y of the canvas. */
export function centredAt({ x, y, scale, box }: Spot, ...parts: string[]): string {
  return group(`translate(${x} ${y}) scale(${scale}) translate(${-box[0] / 2} ${-box[1] / 2})`, ...parts);
}

/** The whole document at `width`×`height` pixels. */
export async function svgDocument(
  drawing: Drawing,
  canvas: SceneCanvas,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const patterns = await Promise.all(drawing.surfaces.map((surface) => surfacePattern(surface, 520)));
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${canvas.width} ${canvas.height}" preserveAspectRatio="none"><defs>${patterns.join('')}${drawing.defs}</defs>${drawing.body}</svg>`,
  );
}
