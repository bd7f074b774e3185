import type { SiteName } from '#domain/adverts/sites.ts';
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

export const siteRefusalMail: Compose = async (app) =>
  renderEmail({
    subject: 'OLX refuză aplicația Fotolot',
    before: [
      'OLX nu mai primește datele aplicației: clientul sau secretul ei. Conturile legate rămân, dar nimic nu se poate trimite și niciun cont nou nu se poate lega.',
      'Vezi la developer.olx.ro dacă aplicația este aprobată și compară OLX_CLIENT_ID și OLX_CLIENT_SECRET cu ce scrie acolo. După 30 de zile fără reînnoire oamenii trebuie să-și lege din nou conturile.',
    ],
    action: { label: 'Deschide panoul', url: `${app.publicUrl()}/admin/dashboard?parte=sistem` },
    after: ['Cât timp ține, primești mesajul acesta o dată pe zi.'],
  });
