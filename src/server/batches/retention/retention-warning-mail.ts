import { count, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import type { Ending } from '#server/batches/retention/warn-retention.ts';
import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

/** Tells how many photos are kept until when, and in which lots they stand; lots by number, since a name is typed text. */
export const retentionWarningMail: Compose = async (app, { data }) => {
  const endings = data.endings as readonly Ending[];
  const photos = endings.reduce((sum, ending) => sum + ending.photos, 0);
  const isOne = photos === 1;
  return layOut({
    subject: `${count(photos, NOUNS.photo)} ${isOne ? 'se șterge' : 'se șterg'} în curând din Fotolot`,
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

function endingWords({ until, photos, lots, moreLots }: Ending): string {
  const labels = lots.map((number) => `LOT ${String(number).padStart(4, '0')}`).join(', ');
  const more = moreLots > 0 ? ` și încă ${count(moreLots, NOUNS.batch)}` : '';
  const where = labels === '' ? '' : ` (${labels}${more})`;
  const kept = photos === 1 ? 'păstrată' : 'păstrate';
  return `${count(photos, NOUNS.photo)}${where}: ${kept} până pe ${formatDay(new Date(until))}.`;
}
