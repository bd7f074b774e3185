import { formatDay, toBucharestDay } from '#domain/language/time.ts';
import type { App, Tx } from '#server/app.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import { type Compose, queueMail } from '#server/mail/mail-outbox.ts';
import type { AnafConnection } from '#server/payments/anaf/anaf-store.ts';
import { adminsToMail } from '#server/users/admins/mail-admins.ts';

type Trouble = 'broken' | 'right' | 'ending' | 'application';

/** Tells each admin once of one event, which `of` names. */
async function tell(tx: Tx, app: App, what: { of: string; trouble: Trouble; until?: Date }): Promise<void> {
  const { of, trouble, until } = what;
  const data = { trouble, until: until?.toISOString() ?? null };
  for (const address of await adminsToMail(tx, app)) {
    const ref = `${trouble}:${of}:${app.keyedHash('anaf-trouble', address)}`;
    await queueMail(tx, app, { kind: 'anaf-trouble', ref, userId: null, address, data });
  }
}

/** Tells that an admin must connect again. Each connecting has an id of its own. */
export function tellOfBrokenAnaf(tx: Tx, app: App, { id }: AnafConnection): Promise<void> {
  return tell(tx, app, { of: id, trouble: 'broken' });
}

/** Tells, once a day at most, that the right is missing since now. */
export function tellOfMissingRight(tx: Tx, app: App, { id }: AnafConnection): Promise<void> {
  return tell(tx, app, { of: `${id}:${toBucharestDay(app.now())}`, trouble: 'right' });
}

/** Tells of an end that is near, once. */
export function tellOfEndingAnaf(
  tx: Tx,
  app: App,
  { id, until }: { id: string; until: Date },
): Promise<void> {
  return tell(tx, app, { of: `${id}:${toBucharestDay(until)}`, trouble: 'ending', until });
}

/** Tells, once a day at most, that ANAF refuses the operator's registration. The connection stays as it is. */
export async function tellOfRefusedApplication(app: App): Promise<void> {
  app.log.error({}, 'ANAF refuses the operator’s registration');
  await app.change(({ tx }) => tell(tx, app, { of: toBucharestDay(app.now()), trouble: 'application' }));
}

const WORDS: Readonly<Record<Trouble, (until: string) => { subject: string; before: string[] }>> = {
  broken: () => ({
    subject: 'Conectează din nou ANAF',
    before: [
      'ANAF nu mai primește accesul dat acestui server, deci nicio factură nu mai ajunge singură în RO e-Factura.',
      'Conectează din nou, cu certificatul calificat. Până atunci, documentele se pot preda și prin SPV.',
    ],
  }),
  right: () => ({
    subject: 'ANAF: certificatul nu are dreptul în SPV',
    before: [
      'ANAF răspunde că certificatul cu care s-a făcut conectarea nu are drept în SPV pentru CUI-ul vânzătorului. Nicio factură nu mai ajunge singură în RO e-Factura.',
      'Cere dreptul în SPV (reprezentant legal, reprezentant desemnat sau împuternicit), apoi apasă „Verifică” sau conectează alt certificat.',
    ],
  }),
  ending: (until) => ({
    subject: `Conectarea la ANAF se încheie pe ${until}`,
    before: [
      `Accesul dat de ANAF ține până pe ${until} și nu se mai poate prelungi singur. După această zi nicio factură nu mai ajunge singură în RO e-Factura.`,
      'Conectează din nou, cu certificatul calificat, înainte de această zi.',
    ],
  }),
  application: () => ({
    subject: 'ANAF refuză aplicația Fotolot',
    before: [
      'ANAF nu mai primește datele aplicației: Client ID sau Client Secret. Conectarea rămâne, dar accesul nu se mai poate prelungi.',
      'Compară ANAF_CLIENT_ID și ANAF_CLIENT_SECRET cu ce scrie în portalul ANAF, la „Editare profil Oauth”. Cât timp ține, primești mesajul o dată pe zi.',
    ],
  }),
};

export const anafTroubleMail: Compose = async (app, { data }) => {
  const { subject, before } = WORDS[data.trouble as Trouble](
    typeof data.until === 'string' ? formatDay(new Date(data.until)) : '',
  );
  return renderEmail({
    subject,
    before,
    action: { label: 'Deschide panoul', url: `${app.publicUrl()}/admin/dashboard?parte=facturi` },
    after: ['Cele cinci zile lucrătoare ale fiecărui document curg mai departe.'],
  });
};
