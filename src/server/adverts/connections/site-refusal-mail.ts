import * as z from 'zod';
import { SITE_NAMES, SITES, type SiteName } from '#domain/adverts/sites.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { App } from '#server/app.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import { type Compose, queueMail } from '#server/mail/mail-outbox.ts';
import { adminsToMail } from '#server/users/admins/mail-admins.ts';

/** Mails the admins, once a day at most, that a site refuses the operator's registration. Connections stay as they are. */
export async function tellOfRefusal(app: App, site: SiteName): Promise<void> {
  app.log.error({ site }, 'a site with adverts refuses the operator’s registration');
  await app.change(async ({ tx }) => {
    for (const address of await adminsToMail(tx, app)) {
      const ref = `${site}:${toBucharestDay(app.now())}:${app.keyedHash('site-refusal', address)}`;
      await queueMail(tx, app, { kind: 'site-refusal', ref, userId: null, address, data: { site } });
    }
  });
}

/** What an operator looks at, by site. Nothing of shops is the operator's. */
const WHERE_TO_LOOK: Readonly<Partial<Record<SiteName, string>>> = {
  olx: 'Vezi la developer.olx.ro dacă aplicația este aprobată și compară OLX_CLIENT_ID și OLX_CLIENT_SECRET cu ce scrie acolo. După 30 de zile fără reînnoire oamenii trebuie să-și lege din nou conturile.',
  autovit:
    'Compară AUTOVIT_CLIENT_ID, AUTOVIT_CLIENT_SECRET și, dacă ești partener, AUTOVIT_PARTNER_CODE și AUTOVIT_PARTNER_SECRET cu ce ai primit de la Autovit, și întreabă acolo dacă datele mai sunt active și dacă adresa serverului are voie.',
};
const data = z.object({ site: z.enum(SITES) });

export const siteRefusalMail: Compose = async (app, mail) => {
  const { site } = data.parse(mail.data);
  const name = SITE_NAMES[site];
  return renderEmail({
    subject: `${name} refuză aplicația Fotolot`,
    before: [
      `${name} nu mai primește datele cu care Fotolot i se prezintă. Conturile legate rămân, dar nimic nu se poate trimite și niciun cont nou nu se poate lega.`,
      WHERE_TO_LOOK[site] ?? '',
    ],
    action: { label: 'Deschide panoul', url: `${app.publicUrl()}/admin/dashboard?parte=sistem` },
    after: ['Cât timp ține, primești mesajul acesta o dată pe zi.'],
  });
};
