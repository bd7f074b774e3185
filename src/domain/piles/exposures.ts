/** Photos as the search for borders sees them: their second, their number, the phone that they are from, and what they look like. */
import { orderedTimes } from '#domain/photos/capture-time.ts';
import type { PilePhoto } from './pile-photo.ts';
import { decodeThumbhash, type SmallPicture } from './thumbhash.ts';

export interface Exposure {
  readonly photo: PilePhoto;
  /** Second, on the phone's own clock; null where it is not known. */
  readonly at: number | null;
  /** Whether the second was read or is guessed, by the photos around it; unsure where it may as well lie on the other side of a border. */
  readonly told: 'read' | 'guessed' | 'unsure';
  /** How its phone names photos: the name without its numbers. */
  readonly phone: string;
  /** The number that the phone gave it. */
  readonly number: number | null;
  readonly picture: SmallPicture | null;
}

export type TimedExposure = Exposure & { readonly at: number };

export function isTimed(exposure: Exposure): exposure is TimedExposure {
  return exposure.at !== null;
}

/** Photos of one phone, as far as names tell: by time where all have one, else by name. */
export type Track = readonly Exposure[];

/** A number as cameras count, at the end of a name: three digits and more, no day. */
const NUMBER = /(?<!\d)(\d{3,7})(?:\s*\(\d+\))?$/u;
const CLOCK = /(?<!\d)(20\d\d)(\d\d)(\d\d)[-_](\d\d)(\d\d)(\d\d)(\d{3})?/u;
/** So many photos are not left out between two of one pile: another phone counts there. */
const FARTHEST_NUMBER = 150;
/** Seconds by which a photo with a higher number may be earlier, and how many phones may be told by that. */
const BACK = 60;
const MOST_PHONES = 3;
/** A phone of fewer photos is no track of its own. */
const FEWEST = 3;

const names = new Intl.Collator('ro', { numeric: true });

/** Returns the photos by phone. Every photo is in one track. */
export function readTracks(photos: readonly PilePhoto[]): Track[] {
  const seconds = readSeconds(photos);
  const phones = new Map<string, Exposure[]>();
  for (const [n, photo] of photos.entries()) {
    const stem = photo.name.replace(/\.[a-z0-9]{2,5}$/iu, '');
    const number = NUMBER.exec(stem)?.[1];
    const phone = stem
      .toLowerCase()
      .replace(/\s*\(\d+\)$/u, '')
      .replace(/\d+/gu, '#');
    const exposure: Exposure = {
      photo,
      phone,
      at: seconds[n] ?? null,
      told: 'read',
      number: number === undefined || CLOCK.test(stem) ? null : Number(number),
      picture: photo.thumbhash === null ? null : decodeThumbhash(photo.thumbhash),
    };
    phones.set(phone, [...(phones.get(phone) ?? []), exposure]);
  }
  return joinSmall([...phones.values()].flatMap(splitByNumber)).map(inOrder);
}

/** Returns seconds by capture time; a name that holds the clock helps where there is none. */
function readSeconds(photos: readonly PilePhoto[]): (number | null)[] {
  const taken = orderedTimes(photos.map(({ takenAt }) => takenAt)).map((key) =>
    key === null ? null : Date.parse(`${key.slice(0, 23)}Z`) / 1000,
  );
  const named = photos.map(({ name }) => readClock(name));
  // Some phones name photos by another zone than that of their times.
  const apart = taken.flatMap((at, n) => {
    const clock = named[n] ?? null;
    return at === null || clock === null ? [] : [Math.round((at - clock) / 900) * 900];
  });
  const shift = apart.sort((a, b) => a - b)[apart.length >> 1] ?? 0;
  return taken.map((at, n) => {
    const clock = named[n] ?? null;
    return at ?? (clock === null ? null : clock + shift);
  });
}

function readClock(name: string): number | null {
  const [, year, month, day, hour, minute, second, fraction = '000'] = CLOCK.exec(name) ?? [];
  if (year === undefined) return null;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`);
  return Number.isNaN(at) ? null : at / 1000;
}

/** Splits photos that one phone cannot have counted: their numbers are far apart, or a higher number is of an earlier time. */
function splitByNumber(exposures: readonly Exposure[]): Exposure[][] {
  const sorted = [...exposures].sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
  const byNumber = splitWhere(
    sorted,
    (before, exposure) => (exposure.number ?? 0) - (before.number ?? 0) > FARTHEST_NUMBER,
  );
  return byNumber.flatMap((track) => {
    const byTime = splitWhere(
      track,
      (before, exposure) => (before.at ?? 0) - (exposure.at ?? before.at ?? 0) > BACK,
    );
    return byTime.length > MOST_PHONES ? [track] : byTime;
  });
}

function splitWhere(
  exposures: readonly Exposure[],
  isOther: (before: Exposure, exposure: Exposure) => boolean,
): Exposure[][] {
  const parts: Exposure[][] = [];
  for (const exposure of exposures) {
    const before = parts.at(-1)?.at(-1);
    if (before === undefined || isOther(before, exposure)) parts.push([exposure]);
    else parts.at(-1)?.push(exposure);
  }
  return parts;
}

/** Photos of small tracks join the largest one. */
function joinSmall(tracks: readonly Exposure[][]): Exposure[][] {
  const sorted = [...tracks].sort((a, b) => b.length - a.length);
  const [largest = [], ...others] = sorted;
  const large = others.filter(({ length }) => length >= FEWEST);
  const small = others.filter(({ length }) => length < FEWEST).flat();
  return [[...largest, ...small], ...large];
}

function inOrder(exposures: readonly Exposure[]): Exposure[] {
  const isTimed = exposures.every(({ at }) => at !== null);
  return [...exposures].sort(
    (a, b) =>
      (isTimed ? (a.at ?? 0) - (b.at ?? 0) : 0) ||
      names.compare(a.photo.name, b.photo.name) ||
      (a.photo.id < b.photo.id ? -1 : 1),
  );
}
