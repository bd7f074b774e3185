import { creditsLabel } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import { findGrant } from '#server/credits/grant-store.ts';
import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

/** Nothing goes out about credits that are spent by then. */
export const expiringCreditsMail: Compose = async (app, { data }) => {
  const grant = await findGrant(app.db, String(data.grantId));
  if (!grant?.expires_at || grant.remaining === 0) return null;
  const until = formatDay(grant.expires_at);
  return layOut({
    subject: `${creditsLabel(grant.remaining)} expiră pe ${until}`,
    before: [
      `Ai ${creditsLabel(grant.remaining)} la Fotolot valabile până pe ${until}. După aceea nu mai pot fi folosite.`,
    ],
    action: { label: 'Pregătește un lot', url: `${app.publicUrl()}/upload` },
    after: ['Un credit acoperă un lot de până la 20 de fotografii.'],
  });
};
