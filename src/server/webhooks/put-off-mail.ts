import * as z from 'zod';
import { GONE, MOST_TRIES } from '#domain/users/webhooks.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

const data = z.object({ status: z.nullable(z.int()) });

/** Says once that no lot is told to an address any more. The settings say which: its owner typed it. */
export const webhookPutOffMail: Compose = async (app, mail) => {
  const { status } = data.parse(mail.data);
  const answered = status === null ? 'nu a răspuns' : `a răspuns cu ${status}`;
  const why =
    status === GONE
      ? `Un program al tău a răspuns cu ${GONE}, adică nu mai vrea anunțuri despre loturi.`
      : `Am încercat de ${MOST_TRIES} ori, în mai bine de trei zile, să anunțăm un program al tău cum s-a terminat un lot. La ultima încercare ${answered}.`;
  return renderEmail({
    subject: 'Nu mai trimitem anunțuri către programul tău',
    before: [
      `${why} De acum nu mai trimitem nimic la adresa lui.`,
      'Când programul merge din nou, apasă „Trimite unul de probă” în Setări, la „Chei API”. Dacă anunțul ajunge, trimitem iar și restul.',
    ],
    action: { label: 'Deschide setările', url: `${app.publicUrl()}/settings#keys` },
    after: [],
  });
};
