import { layOut } from '#server/users/mail-layout.ts';
import type { Compose } from '#server/users/mail-outbox.ts';

/** To the operator: what somebody says of a lot, word for word, under words of ours that say whose they are. */
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
