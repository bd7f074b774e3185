/**
 * A preset: what a marketplace wants, as data with a source and the day it was checked. An admin adds a new version with a date; the
 * newest one whose date has come counts, and runs keep what they started with.
 */
import type { OutputSpec } from './outputs.ts';

/** What the marketplace asks beyond the files' figures, for „Gata de publicat”. */
export interface PresetRules {
  /** Most photos of one listing; null: nobody says. */
  readonly mostPhotos: number | null;
  /** The delivered picture's long side has at least so many pixels; null: any. */
  readonly leastSide: number | null;
  /** The background has to be white. */
  readonly whiteBackground: boolean;
  /** Least % of the tighter side that the object fills; null: free. */
  readonly leastFill: number | null;
  /** Buyers are to see where the thing really stands: a replaced background is told. */
  readonly realBackground: boolean;
}

export interface Preset extends OutputSpec {
  readonly source: string;
  /** Where the figures can be read. */
  readonly sourceUrl: string | null;
  /** Day (ISO) on which somebody compared them with the source; null: our own safe choice, nobody publishes the figure. */
  readonly verified: string | null;
  readonly rules: PresetRules;
  /** No longer offered; lots that name it say so. */
  readonly withdrawn: boolean;
}

export const FREE_RULES: PresetRules = {
  mostPhotos: null,
  leastSide: null,
  whiteBackground: false,
  leastFill: null,
  realBackground: false,
};
