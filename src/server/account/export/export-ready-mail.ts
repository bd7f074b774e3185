import { formatDay } from '#domain/language/time.ts';
import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

/** The archive itself is only for who signs in. */
export const exportReadyMail: Compose = async (app, { data }) =>
  layOut({
    subject: 'Arhiva contului tău Fotolot e gata',
    before: ['Ai cerut toate datele contului tău. Arhiva e gata de descărcat.'],
    action: { label: 'Descarcă arhiva', url: `${app.publicUrl()}/settings#export` },
    after: [
      `O păstrăm până pe ${formatDay(new Date(String(data.expiresAt)))}. Ca s-o descarci, intri în cont.`,
      'Dacă nu ai cerut-o tu, schimbă-ți parola: cineva e în contul tău.',
    ],
  });
