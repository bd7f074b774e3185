import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { AppError } from '#domain/errors.ts';
import { Lost, letGoUntil } from '#server/adverts/sendings/advance.ts';
import { runForSending } from '#server/adverts/sendings/run-for-sending.ts';
import type { SendingRow } from '#server/adverts/sendings/sending-store.ts';
import type { App } from '#server/app.ts';

/** After a change was made: a site may check the advert anew. */
export const LOOKS_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000] as const;

/** Looks what the site makes of an advert whose pictures were changed; one that it does not answer is left out. Throws Lost. */
export async function lookAfter(app: App, row: SendingRow): Promise<void> {
  const seen = await readState(app, row);
  const looks = row.looks + 1;
  const after = LOOKS_MS[looks];
  const begun = (row.finished_at ?? row.created_at).getTime();
  const lookAt = after === undefined ? null : new Date(begun + after);
  await letGoUntil(app, row, { due: lookAt ?? app.now(), ...seen, looks, look_at: lookAt });
}

async function readState(app: App, row: SendingRow) {
  try {
    return await runForSending(app, row, async ({ site, accessToken, refuseEnded }) => {
      const { state, rawState } = await site.readAdvert(accessToken, row.advert_id);
      if (state === 'stopped') await refuseEnded();
      const reason = state === 'stopped' ? await site.readStopReason(accessToken, row.advert_id) : null;
      return { after_state: state, after_raw: rawState, after_reason: reason };
    });
  } catch (error) {
    if (error instanceof Lost) throw error;
    if (!(error instanceof SiteFailure || error instanceof AppError))
      app.log.error({ error, sendingId: row.id }, 'an advert could not be looked at');
    return {};
  }
}
