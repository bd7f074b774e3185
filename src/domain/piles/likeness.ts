/** How alike photos look. It tells little about two sides of one thing, and much where a photo was nearly taken twice. */
import { bitsApart } from '#domain/recipes/checks.ts';
import type { Exposure } from './exposures.ts';

/** Differing bits of 64 up to which two photos are one motif. */
const SAME_MOTIF = 10;
/** Weight of colour beside brightness. */
const COLOUR = 2;
/** Photos on each side of a border whose looks count. */
export const BESIDE = 5;
/**
 * Nearest distances between two photos of one thing and two of another, as real ones have them: they stand for a pile that is too small to
 * tell its own. More photos on each side come nearer.
 */
const USUAL = [0.18, 0.2, 0.21, 0.23, 0.25, 0.26, 0.28, 0.3, 0.31, 0.32, 0.34, 0.37, 0.4, 0.44];
const NEARER = [1, 1.12, 1, 0.86, 0.8, 0.76];
/** Photos so far apart in a pile are hardly of one thing. */
const FAR = 25;
const MOST_SAMPLES = 200;
/**
 * What the rank of a distance among those of different things says, in log odds: within a thing ranks lie as Beta(0.45, 1.8) says, between
 * things evenly. Few photos on a side say less.
 */
const LOW = 0.55;
const HIGH = 0.8;
const EVEN = 0.48;
const STRENGTH = [0, 0.3, 0.65, 0.85, 1, 1];
const MOST_AGAINST = 2.5;
const MOST_FOR = 1.5;

/** Returns the distance of two photos' small pictures, 0 for the same one; null where one has none. */
function measureDistance(a: Exposure, b: Exposure): number | null {
  if (a.picture === null || b.picture === null) return null;
  let sum = 0;
  for (let i = 0; i < a.picture.length; i++) {
    const apart = ((a.picture[i] ?? 0) - (b.picture[i] ?? 0)) * (i % 3 === 0 ? 1 : COLOUR);
    sum += apart * apart;
  }
  return Math.sqrt(sum / (a.picture.length / 3));
}

/** Weighs photos before a border against those after it. */
export type WeighLooks = (before: readonly Exposure[], after: readonly Exposure[]) => number;

/**
 * Returns a function that says how much looks speak for a border, in log odds: negative where photos on both sides look more alike than
 * those of different things in this pile, which may all stand in one yard.
 */
export function learnLooks(exposures: readonly Exposure[]): WeighLooks {
  const distances = Array.from({ length: BESIDE + 1 }, (_, beside) => listDistancesApart(exposures, beside));
  return (before, after) => {
    const beside = Math.min(BESIDE, before.length, after.length);
    const nearest = findNearest(before.slice(-beside), after.slice(0, beside));
    if (nearest === null) return 0;
    const apart = distances[beside] ?? [];
    const rank = (apart.filter((distance) => distance < nearest).length + 0.5) / (apart.length + 1);
    const weight = EVEN + LOW * Math.log(rank) - HIGH * Math.log(1 - rank);
    return (STRENGTH[beside] ?? 1) * Math.max(-MOST_AGAINST, Math.min(MOST_FOR, weight));
  };
}

/** Returns nearest distances between photos that are hardly of one thing. */
function listDistancesApart(exposures: readonly Exposure[], beside: number): number[] {
  const apart = USUAL.map((distance) => distance * (NEARER[beside] ?? 1));
  const count = Math.max(0, exposures.length - FAR - beside);
  const samples = Math.min(count, MOST_SAMPLES);
  for (let n = 0; n < samples; n++) {
    const i = Math.floor((n * count) / samples);
    const distance = findNearest(exposures.slice(i, i + beside), exposures.slice(i + FAR, i + FAR + beside));
    if (distance !== null) apart.push(distance);
  }
  return apart;
}

/** Returns the least distance of a photo of one side to one of the other, 0 where they are one motif; null where nothing is known. */
export function findNearest(before: readonly Exposure[], after: readonly Exposure[]): number | null {
  let nearest: number | null = null;
  for (const a of before) {
    for (const b of after) {
      const distance = isSameMotif(a, b) ? 0 : measureDistance(a, b);
      if (distance !== null && (nearest === null || distance < nearest)) nearest = distance;
    }
  }
  return nearest;
}

function isSameMotif(a: Exposure, b: Exposure): boolean {
  const [one, other] = [a.photo.dhash, b.photo.dhash];
  return one !== null && other !== null && bitsApart(one, other) <= SAME_MOTIF;
}
