import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

/** Why the account is suspended, in the words of the admin who decided it. */
export const accountSuspendedMail: Compose = async (app, { data }) =>
  layOut({
    subject: 'Contul tău Fotolot este suspendat',
    before: [
      'Ți-am suspendat contul. Cât timp e suspendat nu poți intra în el; procesările începute au fost oprite, iar creditele lor neconsumate s-au întors.',
      `Motivul: ${String(data.reason ?? '')}`,
    ],
    action: { label: 'Vezi termenii', url: `${app.publicUrl()}/legal/terms` },
    after: [
      'Ce ai plătit rămâne al tău: o plată care mai sosește se adaugă la cont.',
      'Dacă crezi că am greșit, răspunde la acest email.',
    ],
  });

export const accountRestoredMail: Compose = async (app) =>
  layOut({
    subject: 'Contul tău Fotolot merge din nou',
    before: ['Am ridicat suspendarea contului tău. Creditele și loturile tale sunt cum le-ai lăsat.'],
    action: { label: 'Intră în cont', url: `${app.publicUrl()}/login` },
    after: ['Intră cu aceeași adresă și aceeași parolă.'],
  });
