import { isSamePicture } from '#domain/adverts/fingerprint.ts';
import type { CoverCheck } from '#domain/adverts/sending.ts';
import type { SiteAdvert } from '#server/adapters/adverts/port.ts';
import { letGoUntil } from '#server/adverts/sendings/advance.ts';
import { readIntoFile } from '#server/adverts/sendings/copy-former.ts';
import { LOOKS_MS } from '#server/adverts/sendings/look-after.ts';
import { listSent, type SendingRow } from '#server/adverts/sendings/sending-store.ts';
import { findPictures } from '#server/adverts/sendings/sending-view.ts';
import type { App } from '#server/app.ts';

/** Ends a sending whose change was made: how many pictures the advert has, and whether its cover is the chosen one. Throws Lost. */
export async function finishSending(app: App, row: SendingRow, after: SiteAdvert): Promise<void> {
  const wanted = await readCoverFingerprint(app, row);
  const cover = await compareCover(app, row, { wanted, address: after.pictures[0] });
  const now = app.now();
  const lookAt = new Date(now.getTime() + LOOKS_MS[0]);
  await letGoUntil(app, row, {
    due: lookAt,
    state: 'done',
    finished_at: now,
    taken: after.pictures.length,
    cover,
    after_state: after.state,
    after_raw: after.rawState,
    looks: 0,
    look_at: lookAt,
  });
}

/** The cover is the first picture that the site has not refused. */
async function readCoverFingerprint(app: App, row: SendingRow): Promise<string | null> {
  const sent = await listSent(app.db, row.id);
  const [first = null] = (await readFingerprints(app, row)).filter((_, at) => sent[at]?.refused === null);
  return first;
}

/** Returns the fingerprints of the sent pictures in order; null where none is known. */
export async function readFingerprints(app: App, row: SendingRow): Promise<(string | null)[]> {
  const ids = (await listSent(app.db, row.id)).map(({ picture_id }) => picture_id ?? '');
  const pictures = await findPictures(app.db, ids);
  return ids.map((id) => pictures.get(id)?.fingerprint ?? null);
}

/** Returns the fingerprint of a picture at the site; null where it cannot be read. */
export async function readSiteFingerprint(
  app: App,
  row: SendingRow,
  address: string,
): Promise<string | null> {
  const copy = app.files.temporaryPath();
  try {
    return await readIntoFile(app, row, {
      address,
      use: async (source) => (await app.imaging.publicPicture({ source, path: copy })).fingerprint,
    });
  } catch {
    return null;
  } finally {
    await app.files.discard(copy);
  }
}

interface Cover {
  readonly wanted: string | null;
  readonly address: string | undefined;
}

async function compareCover(app: App, row: SendingRow, { wanted, address }: Cover): Promise<CoverCheck> {
  if (!wanted || address === undefined) return 'unknown';
  const found = await readSiteFingerprint(app, row, address);
  if (found === null) return 'unknown';
  return isSamePicture(wanted, found) ? 'right' : 'other';
}
