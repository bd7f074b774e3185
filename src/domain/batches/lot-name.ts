import { formatDayAndMonth } from '#domain/language/time.ts';

/** Returns „Lot din 21 nov.” */
export function defaultBatchName(now: Date): string {
  return `Lot din ${formatDayAndMonth(now)}`;
}

/** True for the default name of any day, as any browser writes it. */
export function isDefaultBatchName(name: string): boolean {
  return /^Lot din \d{1,2}\s\p{L}+\.?$/u.test(name);
}

/** Returns the name itself while it is free, else „Lot din 21 nov. (2)” and so on. */
export function unusedBatchName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let next = 2;
  while (taken.has(`${name} (${next})`)) next += 1;
  return `${name} (${next})`;
}

const LONGEST_NAME = 80;

/** Returns „Dacia Logan (2)”, the name of a part of a batch; a number at its end is counted on. */
export function splitName(name: string, part: number): string {
  const [, base = name, number = '1'] = /^(.+) \((\d{1,4})\)$/su.exec(name) ?? [];
  const end = ` (${Number(number) + part - 1})`;
  return `${[...base].slice(0, LONGEST_NAME - end.length).join('')}${end}`;
}
