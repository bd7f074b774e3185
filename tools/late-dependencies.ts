/** Publication time of each version of a package; „created” and „modified” are no versions. */
export type Times = Readonly<Record<string, string>>;

/** Days within which a newer version is taken, as docs/security.md says: of what reads strangers' bytes, and of any other. */
export const MOST_DAYS = { strangers: 30, other: 180 } as const;
export const READS_STRANGERS = [
  'sharp',
  'libheif-js',
  '@techstark/opencv-js',
  '@tus/server',
  '@tus/file-store',
  'fastify',
  'zod',
  'node',
] as const;

const DAY_MS = 86_400_000;
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** Since when there is a version of the same major that is newer than ours, if that is longer than it may be; else null. */
export function isLate(
  { name, version }: { readonly name: string; readonly version: string },
  times: Times,
  now: Date,
): { version: string; days: number; mostDays: number } | null {
  const mostDays = (READS_STRANGERS as readonly string[]).includes(name)
    ? MOST_DAYS.strangers
    : MOST_DAYS.other;
  const [first] = Object.entries(times)
    .filter(([other]) => isNewer(other, version))
    .map(([other, at]) => ({ version: other, days: Math.floor((now.getTime() - Date.parse(at)) / DAY_MS) }))
    .sort((a, b) => b.days - a.days);
  return first && first.days > mostDays ? { ...first, mostDays } : null;
}

/** By numbers, within the major version; a trial version is newer than nothing. */
function isNewer(other: string, ours: string): boolean {
  const [a, b] = [other, ours.replace(/-.*/, '')].map((text) => VERSION.exec(text)?.slice(1).map(Number));
  if (!a || !b || a[0] !== b[0]) return false;
  const [minor, patch] = [1, 2].map((at) => (a[at] ?? 0) - (b[at] ?? 0));
  return minor !== 0 ? (minor ?? 0) > 0 : (patch ?? 0) > 0;
}
