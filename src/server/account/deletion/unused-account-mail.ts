import { formatDay } from '#domain/language/time.ts';
import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

/** To who has not come for 24 months. */
export const unusedAccountMail: Compose = async (app, { data }) => {
  const day = formatDay(new Date(String(data.until)));
  return layOut({
    subject: `Contul tău Fotolot se șterge pe ${day}`,
    before: [
      'Nu ai mai intrat în contul tău Fotolot de doi ani. Nu păstrăm datele nimănui mai mult decât e nevoie.',
      `Dacă nu intri până pe ${day}, contul se șterge cu tot ce e în el.`,
    ],
    action: { label: 'Intră și păstrează contul', url: `${app.publicUrl()}/login` },
    after: ['Dacă nu mai ai nevoie de el, nu trebuie să faci nimic.'],
  });
};
