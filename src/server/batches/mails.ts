import type { RunState } from '#domain/batches/states.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import type { StoredRefusal } from '#server/adapters/database/stored-json.ts';
import type { ExpiringPhotos } from '#server/batches/retention/warn-retention.ts';
import type { UnnotifiedRun } from '#server/batches/runs/unnotified-runs-view.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { asRefusal } from '#server/photos/photo-view.ts';

type FinishedRun = Pick<UnnotifiedRun, 'batchId' | 'number' | 'state' | 'done' | 'total'>;

/** Tells how a long run ended; the batch by its number, since a name is typed text. */
export const batchReadyMail: Compose = async (app, { data }) => {
  const ended = data as unknown as FinishedRun;
  return renderEmail({
    subject: SUBJECTS[ended.state] ?? 'Lotul tău e gata',
    before: [`LOT ${String(ended.number).padStart(4, '0')}: ${describeRunOutcome(ended)}`],
    action: { label: 'Deschide lotul', url: `${app.publicUrl()}/process/${ended.batchId}` },
    after: [
      'Îți scriem când o procesare ține peste două minute sau a pornit singură și n-ai văzut sfârșitul ei. Mesajele acestea le oprești din Setări, la „Notificări”.',
    ],
  });
};

/** Tells why a batch did not start by itself when its photos had arrived. */
export const notStartedMail: Compose = async (app, { data }) => {
  const refusal = asRefusal(data.refusal as StoredRefusal);
  return renderEmail({
    subject: 'Lotul tău n-a pornit',
    before: [
      `LOT ${String(data.number).padStart(4, '0')} trebuia să pornească singur când ajung fotografiile. ${refusal?.message ?? ''}`,
      'N-a fost reținut niciun credit. Fotografiile te așteaptă în lot.',
    ],
    action: { label: 'Deschide lotul', url: `${app.publicUrl()}/process/${data.batchId}` },
    after: ['Mesajele acestea le oprești din Setări, la „Notificări”.'],
  });
};

const SUBJECTS: Partial<Record<RunState, string>> = {
  partial: 'Lotul tău e gata, dar nu toate fotografiile au ieșit',
  failed: 'Lotul tău n-a ieșit',
};

function describeRunOutcome({ state, done, total }: FinishedRun): string {
  if (state === 'failed')
    return 'nicio fotografie n-a ieșit. Pe pagina lotului scrie de ce; pentru ce n-a ieșit nu plătești.';
  if (state === 'partial')
    return `${done === 1 ? 'a ieșit' : 'au ieșit'} ${formatCount(done, NOUNS.photo)} din ${total}. La celelalte scrie de ce; pentru ele nu plătești.`;
  return `${formatCount(done, NOUNS.photo)}, ${done === 1 ? 'gata de descărcat' : 'toate gata de descărcat'}.`;
}

/** Tells how many photos are kept until when, and in which batches they stand; batches by number, since a name is typed text. */
export const retentionWarningMail: Compose = async (app, { data }) => {
  const endings = data.endings as readonly ExpiringPhotos[];
  const photos = endings.reduce((sum, ending) => sum + ending.photos, 0);
  const isOne = photos === 1;
  return renderEmail({
    subject: `${formatCount(photos, NOUNS.photo)} ${isOne ? 'se șterge' : 'se șterg'} în curând din Fotolot`,
    before: [
      ...endings.map(endingWords),
      `După aceea ${isOne ? 'fotografia se șterge definitiv, cu rezultatele ei' : 'se șterg definitiv, cu rezultatele lor'}. Descarcă ce vrei să păstrezi.`,
    ],
    action: { label: 'Deschide galeria', url: `${app.publicUrl()}/gallery` },
    after: [
      'Zilele se numără de la încărcare sau de la ultima procesare; un plan mai mare le face mai multe.',
    ],
  });
};

function endingWords({ until, photos, lots: batches, moreLots: moreBatches }: ExpiringPhotos): string {
  const labels = batches.map((number) => `LOT ${String(number).padStart(4, '0')}`).join(', ');
  const more = moreBatches > 0 ? ` și încă ${formatCount(moreBatches, NOUNS.batch)}` : '';
  const where = labels === '' ? '' : ` (${labels}${more})`;
  const kept = photos === 1 ? 'păstrată' : 'păstrate';
  return `${formatCount(photos, NOUNS.photo)}${where}: ${kept} până pe ${formatDay(new Date(until))}.`;
}

/** To the operator: a person's report about a batch, word for word, under our own words that say whose it is. */
export const batchProblemMail: Compose = async (app, { data }) => {
  const words = data.words as readonly string[];
  return renderEmail({
    subject: `Ceva n-a ieșit bine: LOT ${String(data.number).padStart(4, '0')}`,
    before: [
      `Lotul ${data.batchId} (stare: ${data.state}), scris de ${data.from}:`,
      ...words.map((line) => `„${line}”`),
    ],
    action: { label: 'Deschide administrarea', url: `${app.publicUrl()}/admin/users` },
    after: ['Răspunde la adresa de mai sus. Pozele lotului nu sunt în acest mesaj.'],
  });
};
