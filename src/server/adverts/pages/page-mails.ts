import { buildPageUrl } from '#server/adverts/pages/lot-page.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

const OBJECT =
  'Dacă nu ești de acord, răspunde la acest mesaj în cel mult șase luni: se uită din nou un om. Poți merge și la un organism de soluționare extrajudiciară a litigiilor sau în instanță.';

/** To admins: a reader has reported a page. */
export const pageReportedMail: Compose = async (app, { data }) =>
  renderEmail({
    subject: 'O pagină de lot a fost semnalată',
    before: [
      `Un cititor a semnalat pagina ${buildPageUrl(app, String(data.code))}. Hotărârea se ia din panou.`,
    ],
    action: { label: 'Deschide panoul', url: `${app.publicUrl()}/admin/dashboard?parte=sistem` },
    after: [
      'Cel al cărui conținut îl oprești primește motivul, iar cititorul, dacă și-a lăsat adresa, hotărârea.',
    ],
  });

/** To a reader: the report has arrived. */
export const reportReceivedMail: Compose = async (app, { data }) =>
  renderEmail({
    subject: 'Am primit semnalarea ta',
    before: [
      `Ai semnalat pagina ${buildPageUrl(app, String(data.code))}. O citește un om, apoi îți scriem ce am hotărât și de ce.`,
    ],
    action: { label: 'Deschide pagina', url: buildPageUrl(app, String(data.code)) },
    after: ['Dacă viața cuiva este în pericol, sună la 112.'],
  });

/** To a reader: what was decided of the report. */
export const reportDecidedMail: Compose = async (app, { data }) =>
  renderEmail({
    subject: data.takesDown ? 'Pagina semnalată a fost oprită' : 'Pagina semnalată rămâne',
    before: [
      `Pagina ${buildPageUrl(app, String(data.code))} ${data.takesDown ? 'nu mai este publică' : 'rămâne publică'}.`,
      `Motivul: ${String(data.reason)}`,
      'A hotărât un om.',
    ],
    action: { label: 'Cum contești', url: `${app.publicUrl()}/legal/notice` },
    after: [OBJECT],
  });

/** To its owner: a page was taken down. */
export const pageTakenDownMail: Compose = async (app, { data }) =>
  renderEmail({
    subject: 'Pagina lotului tău a fost oprită',
    before: [
      `Pagina ${data.title ? `„${String(data.title)}”, ` : ''}${buildPageUrl(app, String(data.code))}, nu mai este publică, după ce un cititor a semnalat-o.`,
      `Motivul: ${String(data.reason)}`,
      'A hotărât un om. Fotografiile și lotul rămân în contul tău; doar pagina s-a închis, iar lotul nu mai poate avea alta.',
    ],
    action: { label: 'Cum contești', url: `${app.publicUrl()}/legal/notice` },
    after: [OBJECT],
  });
