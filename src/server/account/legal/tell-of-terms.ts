import { plusDays } from '#domain/days.ts';
import { formatDay, toBucharestDay } from '#domain/language/time.ts';
import { CONSENT_CHANGES, CONSENT_VERSION, NOTICE_DAYS, versionDay } from '#domain/payments/consents.ts';
import { sellerLine } from '#domain/payments/operator.ts';
import { toNoon } from '#domain/payments/withdrawals.ts';
import type { App } from '#server/app.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import { type Compose, queueMail } from '#server/mail/mail-outbox.ts';
import { newestVersion } from '#server/payments/checkout/legal-text-store.ts';
import { noteTold, usersToTell } from '#server/users/terms-store.ts';

/** Mails of one run: a mail server takes so many at a time. */
const CHUNK_SIZE = 500;

/**
 * Job: mails the owners of older accounts about a new version, once, with the day from which it holds for them: a full NOTICE_DAYS after
 * the mail. Code of an older version mails nothing any more.
 */
export async function tellOfTerms(app: App, version: string = CONSENT_VERSION): Promise<void> {
  if ((await newestVersion(app.db)) !== version) return;
  const at = app.now();
  // The day of the mail is not counted.
  const appliesFrom = toBucharestDay(plusDays(toNoon(toBucharestDay(at)), NOTICE_DAYS + 1));
  for (const { id: userId, email: address } of await usersToTell(app.db, version, CHUNK_SIZE))
    await app.change(async ({ tx }) => {
      if (!(await noteTold(tx, { userId, version, at, appliesFrom }))) return;
      const data = { version, appliesFrom };
      await queueMail(tx, app, { kind: 'terms-changed', ref: `${userId}:${version}`, userId, address, data });
    });
}

/** Names the day from which the new terms hold, and their changes. */
export const termsChangedMail: Compose = async (app, { data }) => {
  const from = formatDay(toNoon(String(data.appliesFrom)));
  return renderEmail({
    subject: `Termenii Fotolot se schimbă de pe ${from}`,
    before: [
      `Am schimbat Termenii și condițiile și celelalte documente (textul din ${formatDay(toNoon(versionDay(String(data.version))))}). Pentru contul tău textul nou se aplică de pe ${from}.`,
      ...(data.version === CONSENT_VERSION ? ['Ce e nou:', ...CONSENT_CHANGES] : []),
    ],
    action: { label: 'Citește textul nou', url: `${app.publicUrl()}/legal/terms` },
    after: [
      'Cumpărările de până acum rămân sub textul la care ai fost de acord atunci. Dacă nu ești de acord cu cel nou, îți poți descărca datele și șterge contul din Setări până la acea zi; altfel nu ai nimic de făcut.',
      sellerLine(app),
    ],
  });
};
