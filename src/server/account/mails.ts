import { formatDay } from '#domain/language/time.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

/** Holds no archive: its owner signs in to download it. */
export const exportReadyMail: Compose = async (app, { data }) =>
  renderEmail({
    subject: 'Arhiva contului tău Fotolot e gata',
    before: ['Ai cerut toate datele contului tău. Arhiva e gata de descărcat.'],
    action: { label: 'Descarcă arhiva', url: `${app.publicUrl()}/settings#export` },
    after: [
      `O păstrăm până pe ${formatDay(new Date(String(data.expiresAt)))}. Ca s-o descarci, intri în cont.`,
      'Dacă nu ai cerut-o tu, schimbă-ți parola: cineva e în contul tău.',
    ],
  });

/** Goes to people who have not come for 24 months. */
export const unusedAccountMail: Compose = async (app, { data }) => {
  const day = formatDay(new Date(String(data.until)));
  return renderEmail({
    subject: `Contul tău Fotolot se șterge pe ${day}`,
    before: [
      'Nu ai mai intrat în contul tău Fotolot de doi ani. Nu păstrăm datele nimănui mai mult decât e nevoie.',
      `Dacă nu intri până pe ${day}, contul se șterge cu tot ce e în el.`,
    ],
    action: { label: 'Intră și păstrează contul', url: `${app.publicUrl()}/login` },
    after: ['Dacă nu mai ai nevoie de el, nu trebuie să faci nimic.'],
  });
};

/** The last mail to this address. */
export const accountDeletedMail: Compose = async (app) =>
  renderEmail({
    subject: 'Contul tău Fotolot e șters',
    before: [
      'Contul tău a fost șters, cu fotografiile, loturile, rețetele și creditele lui. Nu mai poate fi adus înapoi.',
      'Rămân comenzile plătite cu datele lor de facturare, cât cere legea contabilității, istoricul creditelor fără nume și, 24 de luni, o amprentă a adresei, pentru creditele de la început.',
    ],
    action: { label: 'Deschide Fotolot', url: `${app.publicUrl()}/login` },
    after: [
      `Din ce ai plătit în ultimele 14 zile te poți retrage și fără cont, cu numărul comenzii sau al facturii: ${app.publicUrl()}/legal/withdrawal`,
      'Dacă nu ai șters tu contul, scrie-ne.',
      'Îți mulțumim că ai încercat.',
    ],
  });
