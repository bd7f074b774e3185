import type { UserDocument } from '#contract/users.ts';
import { PHOTOS_PER_CREDIT, WINDOW_DAYS } from '#domain/credits/cost.ts';
import { REGISTRATION_GIFT } from '#domain/credits/grants.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import { formatBytes } from '#domain/language/size.ts';

/** What every credit buys, on every plan. */
export const CREDIT_BUYS: readonly string[] = [
  `cel mult ${count(PHOTOS_PER_CREDIT, NOUNS.photo)} ale aceluiași lot`,
  'toate efectele și câte variante permite planul tău',
  `refaceri gratuite ale acelorași fotografii timp de ${count(WINDOW_DAYS, NOUNS.day)}`,
  'nimic pentru o fotografie care nu iese',
];

export const GIFT_LINE = `${count(REGISTRATION_GIFT, NOUNS.credit)}, o dată, la crearea contului`;

/** What the free plan allows, for whoever has no account yet. */
export const FREE_LIMITS = { photosPerLot: 20, outputsPerRun: 2, storageBytes: 2_000_000_000 } as const;

/** The limits in force for a user, as lines of a list. They come from the server with the user document. */
export function limitLines({
  limits,
}: {
  readonly limits: Pick<UserDocument['limits'], keyof typeof FREE_LIMITS>;
}): string[] {
  return [
    `${count(limits.photosPerLot, NOUNS.photo)} pe lot`,
    `${count(limits.outputsPerRun, NOUNS.output)} la o procesare`,
    `${formatBytes(limits.storageBytes)} de spațiu`,
  ];
}
