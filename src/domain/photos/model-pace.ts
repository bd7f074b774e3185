/** What a look of the small model costs on a machine, and whether the large one pays there. */

/** File beside a model's manifest that says what its look costs. */
export const PACE_NOTE = 'pace.json';

interface Machine {
  readonly arch: string;
  /** Name of its processor. */
  readonly processor: string | undefined;
}

/** Seconds of one core for a photo by both models ÷ those for one look of the small one: 12 on one machine, 18 on another. */
const PHOTO_BY_LOOK = 18;
/**
 * Longest time of a photo by both models, by the clock with all cores. They finish as many photos as the small one, none of them wrong, and
 * their masks are right on a quarter more, each of which would have cost a person a correction of some twenty seconds.
 */
const MOST_SECONDS = 5;

/** Why `auto` means what it means: too little memory for the large model, not measured yet, too slow here, or it pays. */
export const AUTO_REASONS = ['memory', 'unmeasured', 'slow', 'pays'] as const;
export type AutoReason = (typeof AUTO_REASONS)[number];

interface Pace {
  readonly reason: 'slow' | 'pays';
  /** Seconds by the clock, with all cores, that a photo by both models is expected to take. */
  readonly seconds: number;
}

/** Tells by the processor seconds of the small model's look whether the large one pays on so many cores. */
export function judgePace(lookSeconds: number, cores: number): Pace {
  const seconds = (lookSeconds * PHOTO_BY_LOOK) / cores;
  return { reason: seconds > MOST_SECONDS ? 'slow' : 'pays', seconds };
}

/** Returns the text of a note. */
export function formatPaceNote(machine: Machine, lookSeconds: number): string {
  return `${JSON.stringify({ machine: describeMachine(machine), lookSeconds })}\n`;
}

/** Returns the seconds of a look that a note says; null for a note of another machine, and for no note. */
export function parsePaceNote(text: string | null, machine: Machine): number | null {
  try {
    const note = JSON.parse(text ?? 'null') as { machine?: unknown; lookSeconds?: unknown } | null;
    if (note?.machine !== describeMachine(machine)) return null;
    const { lookSeconds } = note;
    return typeof lookSeconds === 'number' && lookSeconds > 0 ? lookSeconds : null;
  } catch {
    return null;
  }
}

function describeMachine({ arch, processor }: Machine): string {
  return `${arch} ${processor}`;
}
