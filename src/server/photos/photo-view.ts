import type { Photo } from '#contract/photos.ts';
import { AppError, isErrorCode } from '#domain/errors.ts';
import { errorSentence, UNKNOWN_ERROR } from '#domain/language/error-sentences.ts';
import type { Analysis } from '#domain/photos/analysis.ts';
import type { StoredRefusal } from '#server/adapters/database/stored-json.ts';
import type { App } from '#server/app.ts';
import { type CutoutRow, loadCutoutLookup } from '#server/photos/cutout-store.ts';
import { asCutout } from '#server/photos/cutout-view.ts';
import type { PhotoRow } from '#server/photos/photo-store.ts';
import {
  loadRetentionLookup,
  type PhotoRetention,
  type RetentionLookup,
} from '#server/photos/retention-view.ts';
import { limitsInForce } from '#server/plans/limits-view.ts';
import { readRetention } from '#server/plans/note-retention.ts';

/** Row of a photo, or of a result, which has its photo's name and days. */
export type ShownRow = Pick<
  PhotoRow,
  | 'name'
  | 'state'
  | 'bytes'
  | 'width'
  | 'height'
  | 'thumbhash'
  | 'taken_at'
  | 'created_at'
  | 'trashed_at'
  | 'has_gps'
>;

/** Returns the fields that every list shows. */
export function asShown(row: ShownRow, kept: PhotoRetention | null) {
  return {
    name: row.name,
    state: row.state,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    thumbhash: row.thumbhash,
    takenAt: row.taken_at,
    createdAt: row.created_at.toISOString(),
    trashedAt: row.trashed_at?.toISOString() ?? null,
    keepUntil: kept?.until.toISOString() ?? null,
    keepWarning: kept?.warning ?? null,
    hasGps: row.has_gps,
  };
}

/** Returns a photo as lists show it. */
export function asPhoto(row: PhotoRow, kept: PhotoRetention | null, cutout: CutoutRow | null): Photo {
  return {
    id: row.id,
    ...asShown(row, kept),
    ...(row.folder !== null && { folder: row.folder }),
    ...(row.phone_link !== null && { fromPhone: true }),
    ...(row.shot !== null && { shot: row.shot }),
    signs: row.analysis === null ? null : toSigns(row.analysis),
    plates: row.plates,
    plateSuggestions: row.plate_suggestions,
    ...(row.sure_plates !== null && { surePlates: row.sure_plates }),
    refusal: asRefusal(row.refusal),
    duplicateOf: row.duplicate_of,
    cutout: cutout === null ? null : asCutout(cutout),
    cutoutFailed: row.cutout_failed,
  };
}

function toSigns({ tilt, sharpness, black, white, dhash, balance, matter }: Analysis): Photo['signs'] {
  return {
    tilt,
    sharpness,
    black,
    white,
    dhash,
    balance: balance === null ? null : [...balance],
    ...(matter !== undefined && { matter }),
  };
}

export function asRefusal(refusal: StoredRefusal | null): { code: string; message: string } | null {
  if (!refusal) return null;
  const { code, details } = refusal;
  return { code, message: isErrorCode(code) ? errorSentence(code, details) : UNKNOWN_ERROR };
}

const PAGE = 500;
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (img_[a-z0-9]+)$/;

function readCursor(cursor: string): { at: Date; id: string } {
  const [, instant = '', id = ''] = CURSOR.exec(cursor) ?? [];
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) throw new AppError('http/bad-request', { fields: ['cursor'] });
  return { at, id };
}

/**
 * Returns a page, newest first, of photos that are ready or being prepared, of the trash, or of logos. Cursor: „instant id” of the last
 * row. Throws `http/bad-request` for another cursor.
 */
export async function listPhotos(
  app: App,
  ownerId: string,
  query: { trash: boolean; logos: boolean; cursor: string | null },
) {
  const all = app.db
    .selectFrom('photos')
    .where('owner_id', '=', ownerId)
    .where('purged_at', 'is', null)
    .where('state', 'in', ['preparing', 'ready'])
    .where('is_logo', '=', query.logos)
    .where('trashed_at', query.trash ? 'is not' : 'is', null);
  const after = query.cursor === null ? null : readCursor(query.cursor);
  const page = all
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .$if(after !== null, (q) =>
      q.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after?.at as Date, after?.id ?? ''))),
    );
  const [rows, count] = await Promise.all([
    page.execute(),
    all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ]);
  const shown = rows.slice(0, PAGE);
  const kept = await photoRetentionNow(
    app,
    ownerId,
    shown.map(({ id }) => id),
  );
  const cutouts = await loadCutoutLookup(app.db, shown);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    photos: shown.map((row) => asPhoto(row, kept(row), cutouts(row))),
    total: Number(count.n),
    nextCursor: last ? `${last.created_at.toISOString()} ${last.id}` : null,
  };
}

/** Returns a look-up of how long photos are kept by the limits in force now. */
export async function photoRetentionNow(
  app: App,
  ownerId: string,
  photoIds: readonly string[],
): Promise<RetentionLookup> {
  const now = app.now();
  const { retentionDays } = await limitsInForce(app.db, ownerId, now);
  const retention = await readRetention(app.db, ownerId, { days: retentionDays, now });
  return loadRetentionLookup(app.db, photoIds, { retention, now });
}
