import { DAY_MS, plusDays } from '#domain/days.ts';
import { formatDay } from '#domain/language/time.ts';
import type { App, Tx } from '#server/app.ts';
import { listBatchNumbers } from '#server/batches/store/member-store.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import type { PhotoRow } from '#server/photos/photo-store.ts';
import { photosUsedBefore } from '#server/photos/purge-store.ts';
import { loadRetentionLookup, type PhotoRetention } from '#server/photos/retention-view.ts';
import { noteRetention, type Retention } from '#server/plans/note-retention.ts';
import { noteWarned } from '#server/plans/retention-store.ts';
import { lockUser } from '#server/users/user-store.ts';

/** Photos that are kept until the same day. */
export interface ExpiringPhotos {
  readonly until: string;
  readonly photos: number;
  /** Numbers of the batches they stand in, the first few. */
  readonly lots: readonly number[];
  readonly moreLots: number;
}

const CHUNK_SIZE = 500;
const BATCHES_NAMED = 5;
const FIRST_WARNING_DAYS = 7;

/**
 * One mail a day and user about what is kept for 7 days or for 1 day more. A warning is due once: when its day has come since the last
 * look; what a stopped server missed is told with the next one.
 */
export async function warnRetention(app: App, userId: string, now: Date): Promise<void> {
  await app.change(async ({ tx }) => {
    const retention = await noteRetention(tx, userId, now);
    const { warnedAt } = retention;
    if (warnedAt && now.getTime() - warnedAt.getTime() < DAY_MS / 2) return;
    const endings = await listExpiringPhotos(tx, userId, { retention, warnedAt, now });
    await noteWarned(tx, userId, now);
    const user = endings.length > 0 && (await lockUser(tx, userId));
    if (!user) return;
    const ref = `${userId} ${now.toISOString()}`;
    await queueMail(tx, app, {
      kind: 'retention-warning',
      ref,
      userId,
      address: user.email,
      data: { endings },
    });
  });
}

interface RetentionCheck {
  readonly retention: Retention;
  readonly warnedAt: Date | null;
  readonly now: Date;
}

async function listExpiringPhotos(tx: Tx, userId: string, look: RetentionCheck): Promise<ExpiringPhotos[]> {
  const { retention, now } = look;
  const usedBefore = plusDays(now, FIRST_WARNING_DAYS - retention.days);
  const byDay = new Map<string, { until: Date; ids: string[] }>();
  let after: PhotoRow | null = null;
  for (;;) {
    const page: PhotoRow[] = await photosUsedBefore(tx, userId, {
      before: usedBefore,
      after,
      most: CHUNK_SIZE,
    });
    const ids = page.map(({ id }) => id);
    const kept = await loadRetentionLookup(tx, ids, { retention, now });
    for (const photo of page) {
      const ending = kept(photo);
      // An unused logo is no loss to be told of.
      if (!ending || photo.is_logo || !isDue(ending, look)) continue;
      const day = byDay.get(formatDay(ending.until)) ?? { until: ending.until, ids: [] };
      byDay.set(formatDay(ending.until), day);
      day.ids.push(photo.id);
    }
    if (page.length < CHUNK_SIZE) break;
    after = page.at(-1) ?? null;
  }
  const days = [...byDay.values()].sort((a, b) => a.until.getTime() - b.until.getTime());
  return Promise.all(days.map(({ until, ids }) => asEnding(tx, until, ids)));
}

function isDue({ until, warning }: PhotoRetention, { warnedAt }: RetentionCheck): boolean {
  return warning !== null && (warnedAt === null || plusDays(until, -warning) > warnedAt);
}

async function asEnding(tx: Tx, until: Date, photoIds: readonly string[]): Promise<ExpiringPhotos> {
  const batches = await listBatchNumbers(tx, photoIds);
  const named = batches.slice(0, BATCHES_NAMED);
  return {
    until: until.toISOString(),
    photos: photoIds.length,
    lots: named,
    moreLots: batches.length - named.length,
  };
}
