/** A small seeded generator (mulberry32): the same seed draws the same picture on every machine. */
export type Random = () => number;

export function randomFrom(seed: number): Random {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

export function pick<const T extends readonly [unknown, ...unknown[]]>(
  random: Random,
  choices: T,
): T[number] {
  return choices[Math.floor(random() * choices.length)] ?? choices[0];
}
