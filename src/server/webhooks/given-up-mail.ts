import * as z from 'zod';
import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

const data = z.object({ host: z.string(), status: z.nullable(z.int()) });

/** Says once that a message was given up; the next one may come after another has arrived. */
export const webhookGivenUpMail: Compose = async (app, mail) => {
  const { host, status } = data.parse(mail.data);
  const answered = status === null ? 'nu a răspuns' : `a răspuns cu ${status}`;
  return renderEmail({
    subject: 'Un anunț către programul tău nu a ajuns',
    before: [
      `Am încercat de șapte ori, în aproape 18 ore, să anunțăm programul tău de la ${host} cum s-a terminat un lot. La ultima încercare ${answered}.`,
      'Nu mai încercăm cu anunțul acesta. După ce programul merge din nou, îl poți retrimite din Setări, la „Chei API”.',
    ],
    action: { label: 'Deschide setările', url: `${app.publicUrl()}/settings#keys` },
    after: ['Îți scriem din nou doar dacă între timp a ajuns un anunț.'],
  });
};
