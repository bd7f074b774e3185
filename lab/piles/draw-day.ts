/** Made-up days of people with a phone: so many things, one after the other, with pauses, names and times as phones write them. */
import { between, pick, type Random, randomFrom } from '../scenes/random.ts';
import { drawGround, drawPhoto, drawThing } from './draw-thing.ts';
import { measureLooks } from './read-photo.ts';
import type { KnownPhoto } from './score.ts';

interface DrawnPhoto extends KnownPhoto {
  /** Second of the day as it was. */
  readonly true: number;
}

/** A day's kind: how people work, and what is missing in the files. */
export type DayKind =
  | 'one phone'
  | 'gaps in EXIF'
  | 'two phones'
  | 'clocks apart'
  | 'no EXIF from one'
  | 'two people'
  | 'twice a day';
export const DAY_KINDS: readonly [DayKind, ...DayKind[]] = [
  'one phone',
  'gaps in EXIF',
  'two phones',
  'clocks apart',
  'no EXIF from one',
  'two people',
  'twice a day',
];

/** Once in 300 photos a call comes, or a bonnet will not open. */
const HELD_UP = 1 / 300;

export interface Day {
  readonly kind: DayKind;
  readonly photos: readonly DrawnPhoto[];
}

interface Phone {
  readonly name: (second: number) => string;
  /** Seconds that its clock is ahead. */
  readonly ahead: number;
  /** Share of its photos whose files say no time. */
  readonly missing: number;
}

interface Exposure {
  readonly thing: number;
  readonly visit: number;
  readonly person: number;
  readonly phone: Phone;
  readonly second: number;
  readonly isFirst: boolean;
}

/** `heldUp` is the share of photos after which the person is held up within a thing. */
export async function drawDay(seed: number, heldUp = HELD_UP): Promise<Day> {
  const random = randomFrom(seed);
  const kind = DAY_KINDS[seed % DAY_KINDS.length] ?? 'one phone';
  const isLarge = random() < 0.5;
  const phones = drawPhones(random, kind);
  const start = 9 * 3600 + between(random, 0, 7200);
  const count = 5 + Math.floor(random() * 11);
  const exposures =
    kind === 'two people'
      ? [
          ...drawExposures(random, {
            phones: phones.slice(0, 1),
            count: Math.ceil(count / 2),
            isLarge,
            from: 0,
            heldUp,
            start,
          }),
          ...drawExposures(random, {
            phones: phones.slice(1),
            count: Math.floor(count / 2),
            isLarge,
            from: 1,
            heldUp,
            start: start + between(random, 0, 300),
          }),
        ]
      : drawExposures(random, {
          phones,
          count,
          isLarge,
          from: 0,
          heldUp,
          start,
          again: kind === 'twice a day',
        });
  const ground = drawGround(random);
  const things = Array.from({ length: 2 * count }, () => drawThing(random, ground, isLarge));
  const photos: DrawnPhoto[] = [];
  for (const [n, exposure] of exposures.entries()) {
    const thing = things[exposure.thing] ?? drawThing(random, ground, isLarge);
    const looks = await measureLooks(drawPhoto(random, { thing, isFirst: exposure.isFirst }));
    photos.push({
      id: `p${n}`,
      name: exposure.phone.name(exposure.second),
      folder: null,
      takenAt: random() < exposure.phone.missing ? null : writeTime(exposure.second + exposure.phone.ahead),
      ...looks,
      thing: exposure.thing,
      visit: exposure.visit,
      person: exposure.person,
      true: exposure.second,
    });
  }
  return { kind, photos };
}

interface Plan {
  readonly phones: readonly Phone[];
  readonly count: number;
  readonly isLarge: boolean;
  /** Person, and number of the first thing. */
  readonly from: number;
  readonly heldUp: number;
  readonly start: number;
  readonly again?: boolean;
}

/** One person, or two at the same things, goes from thing to thing. */
function drawExposures(
  random: Random,
  { phones, count, isLarge, from, heldUp, start, again = false }: Plan,
): Exposure[] {
  const within = 6 * Math.exp(between(random, -0.5, 0.6));
  const spread = between(random, 0.45, 0.7);
  const pauseBetween = (isLarge ? 110 : 60) * Math.sqrt(within / 7) * Math.exp(between(random, -0.35, 0.65));
  const visits = Array.from({ length: count }, (_, n) => n);
  if (again) visits.push(Math.floor(random() * (count - 2)));
  const second = phones[1] === undefined ? 0 : between(random, 0.25, 0.5);
  const exposures: Exposure[] = [];
  let at = start;
  for (const [visit, n] of visits.entries()) {
    const photos = visit >= count ? 3 + Math.floor(random() * 4) : 3 + Math.floor(23 * random() ** 1.6);
    for (let i = 0; i < photos; i++) {
      const isOther = phones[1] !== undefined && i > 0 && random() < second;
      const phone = (isOther ? phones[1] : phones[0]) as Phone;
      exposures.push({
        thing: n + from * 100,
        visit: visit + from * 100,
        person: from,
        phone,
        second: at,
        isFirst: i === 0,
      });
      const isHeldUp = random() < heldUp;
      at += isHeldUp ? between(random, 20, 120) : lognormal(random, within, spread) / (phones[1] ? 1.4 : 1);
    }
    at += Math.max(20, lognormal(random, pauseBetween, between(random, 0.4, 0.7)));
    if (random() < 0.05) at += between(random, 900, 3600);
  }
  return exposures;
}

function drawPhones(random: Random, kind: DayKind): Phone[] {
  const missing = kind === 'gaps in EXIF' ? between(random, 0.05, 0.4) : 0;
  const first: Phone = { name: countNames(random, 'IMG_'), ahead: 0, missing };
  if (!['two phones', 'clocks apart', 'no EXIF from one', 'two people'].includes(kind)) return [first];
  const ahead =
    kind !== 'clocks apart'
      ? between(random, -3, 3)
      : random() < 0.7
        ? pick(random, [-1, 1]) * 3600 + between(random, -20, 20)
        : between(random, -3000, 3000);
  const other =
    kind === 'no EXIF from one'
      ? chatNames()
      : pick(random, [countNames(random, 'DSC'), countNames(random, 'IMG_'), clockNames(ahead)]);
  return [first, { name: other, ahead, missing: kind === 'no EXIF from one' ? 1 : 0 }];
}

/** Numbers in a row; some photos were deleted, and some, at times hundreds, are not in the pile. */
function countNames(random: Random, word: string): (second: number) => string {
  let number = 1000 + Math.floor(random() * 7000);
  return () => {
    number += 1 + (random() < 0.1 ? Math.floor(random() * 4) : 0);
    if (random() < 0.003) number += Math.floor(between(random, 100, 600));
    return `${word}${number}.JPG`;
  };
}

function clockNames(ahead: number): (second: number) => string {
  return (second) =>
    `${writeTime(second + ahead)
      .slice(0, 19)
      .replace(/[-:]/gu, '')
      .replace('T', '_')}.jpg`;
}

function chatNames(): (second: number) => string {
  let number = 0;
  return () => `IMG-20260514-WA${String(number++).padStart(4, '0')}.jpg`;
}

function writeTime(second: number): string {
  return new Date(Date.UTC(2026, 4, 14) + Math.round(second) * 1000).toISOString().slice(0, 19);
}

function lognormal(random: Random, middle: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return middle * Math.exp(spread * normal);
}
