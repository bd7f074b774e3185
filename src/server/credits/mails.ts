import { creditsLabel } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import { sellerLine } from '#domain/payments/operator.ts';
import { spendableCredits } from '#server/credits/account-store.ts';
import { findGrant } from '#server/credits/grant-store.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

/** Says the balance at the time of sending; null if credits are unlimited by then. */
export const lowBalanceMail: Compose = async (app, { userId }) => {
  const left = userId === null ? -1 : await spendableCredits(app.db, userId, app.now());
  if (left < 0) return null;
  return renderEmail({
    subject: left === 0 ? 'Nu mai ai credite la Fotolot' : `Mai ai ${creditsLabel(left)} la Fotolot`,
    before: [
      left === 0
        ? 'Ai folosit toate creditele. Fotografiile și loturile tale rămân la locul lor.'
        : `Mai ai ${creditsLabel(left)}. Un credit acoperă un lot de până la 20 de fotografii.`,
    ],
    action: { label: 'Încarcă credite', url: `${app.publicUrl()}/pricing#packages` },
    after: ['Ce ai procesat deja descarci fără credite, cât timp se păstrează.', sellerLine(app)],
  });
};

/** Null once the credits are spent. */
export const expiringCreditsMail: Compose = async (app, { data }) => {
  const grant = await findGrant(app.db, String(data.grantId));
  if (!grant?.expires_at || grant.remaining === 0) return null;
  const until = formatDay(grant.expires_at);
  return renderEmail({
    subject: `${creditsLabel(grant.remaining)} expiră pe ${until}`,
    before: [
      `Ai ${creditsLabel(grant.remaining)} la Fotolot valabile până pe ${until}. După aceea nu mai pot fi folosite.`,
    ],
    action: { label: 'Pregătește un lot', url: `${app.publicUrl()}/upload` },
    after: ['Un credit acoperă un lot de până la 20 de fotografii.', sellerLine(app)],
  });
};
