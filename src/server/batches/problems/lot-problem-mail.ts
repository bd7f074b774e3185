import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

/** To the operator: a person's report about a lot, word for word, under our own words that say whose it is. */
export const lotProblemMail: Compose = async (app, { data }) => {
  const words = data.words as readonly string[];
  return layOut({
    subject: `Ceva n-a ieșit bine: LOT ${String(data.number).padStart(4, '0')}`,
    before: [
      `Lotul ${data.batchId} (stare: ${data.state}), scris de ${data.from}:`,
      ...words.map((line) => `„${line}”`),
    ],
    action: { label: 'Deschide administrarea', url: `${app.publicUrl()}/admin/users` },
    after: ['Răspunde la adresa de mai sus. Pozele lotului nu sunt în acest mesaj.'],
  });
};
