/** Covers of confirmed licence plates: burned into the picture before any resize, never a light blur. */
import type { Point, Quad } from './geometry.ts';
import type { OutputChoice } from './outputs.ts';

export const PLATE_COVERS = ['off', 'solid', 'pixelated', 'logo'] as const;

export interface PlateCover {
  readonly kind: (typeof PLATE_COVERS)[number];
  /** Six hex digits: the solid cover, and what lies under a logo. */
  readonly colour: string;
  /** Own picture laid into the plate in perspective (kind logo). */
  readonly photoId: string | null;
  /** Plates that the engine is sure of are covered unasked, on photos without an answer; missing: only confirmed ones are. */
  readonly coverSure?: boolean | undefined;
}

export const DEFAULT_PLATE_COVER: PlateCover = { kind: 'solid', colour: 'd9d9d9', photoId: null };

/** What a start covers besides confirmed plates: nothing, those that the engine is sure of, or all that it found. */
export const COVERS_AT_START = ['none', 'sure', 'found'] as const;
export type CoverAtStart = (typeof COVERS_AT_START)[number];

/** Plates of one photo: a row of parked cars has them all. */
export const MOST_PLATES = 20;

/** Least share of the picture's area; a smaller cover would hide nothing. */
const LEAST_AREA = 1e-6;

/** Corners that go round clockwise without crossing or folding: the only shape a plate can have in a photo. */
export function isPlate(quad: Quad): boolean {
  const turns = quad.map((corner, i) =>
    computeCrossProduct(corner, quad[(i + 1) % 4] as Point, quad[(i + 2) % 4] as Point),
  );
  return turns.every((turn) => turn > 0) && computeQuadArea(quad) >= LEAST_AREA;
}

/** Twice the signed area of a triangle; above 0 when its corners go clockwise on the screen. */
function computeCrossProduct(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}

/** Share of the picture's area. */
function computeQuadArea([a, b, c, d]: Quad): number {
  return (computeCrossProduct(a, b, c) + computeCrossProduct(a, c, d)) / 2;
}

/** As much of a photo as says what is covered on it. */
export interface PlatedPhoto {
  /** As the person confirmed them; null: not asked yet. */
  readonly plates: readonly Quad[] | null;
  readonly plateSuggestions: readonly Quad[] | null;
  /** Those of the suggestions that the engine is sure of; missing where it did not say. */
  readonly surePlates?: readonly Quad[] | null | undefined;
}

export function coversSure({ kind, coverSure = false }: PlateCover): boolean {
  return kind !== 'off' && coverSure;
}

/** The plates that a run covers: the person's, else those that the recipe covers by itself. */
export function platesToCover({ plates, surePlates }: PlatedPhoto, cover: PlateCover): readonly Quad[] {
  return plates ?? (coversSure(cover) ? (surePlates ?? []) : []);
}

/** Places at which no vehicle is offered: what is found on their photos and is not sure is lettering, hardly ever a plate. */
const WITHOUT_VEHICLES: ReadonlySet<string> = new Set([
  'storia-imobiliare',
  'vinted',
  'emag-principal',
  'emag-secundar',
  'google-merchant',
]);

interface Publishing {
  readonly plates: PlateCover;
  readonly outputs: readonly OutputChoice[];
}

/** The suggestions that a person is shown and asked about: all, but where nothing is published as a vehicle the sure ones. */
export function probablePlates(
  { plateSuggestions, surePlates }: Pick<PlatedPhoto, 'plateSuggestions' | 'surePlates'>,
  { plates, outputs }: Publishing,
): readonly Quad[] | null {
  const isWithout = (choice: OutputChoice) => choice.kind === 'preset' && WITHOUT_VEHICLES.has(choice.preset);
  const isOther = outputs.length > 0 && outputs.every(isWithout) && !coversSure(plates);
  // Photos of before do not say which are sure.
  return plateSuggestions && isOther ? (surePlates ?? plateSuggestions) : plateSuggestions;
}

/** The suggestions that wait for the person's answer. */
export function platesToAsk(photo: PlatedPhoto, cover: PlateCover): readonly Quad[] {
  if (photo.plates !== null) return [];
  return platesMissing(photo.plateSuggestions ?? [], platesToCover(photo, cover));
}

/** Those of `plates` that are not among `others`. */
export function platesMissing(plates: readonly Quad[], others: readonly Quad[]): readonly Quad[] {
  return plates.filter((plate) => !others.some((other) => isSamePlate(plate, other)));
}

function isSamePlate(one: Quad, other: Quad): boolean {
  return one.every(({ x, y }, i) => x === other[i]?.x && y === other[i]?.y);
}

/** Width ÷ height of the real plate: one line is 520 × 110 mm, two lines 280 × 200 mm, whatever the view squeezes. */
export function plateShape(width: number, height: number): number {
  return width / height >= 2.2 ? 520 / 110 : 280 / 200;
}
