import type { RunState } from '#domain/batches/states.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import type { UntoldRun } from '#server/batches/runs/untold-runs-view.ts';
import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

type Ended = Pick<UntoldRun, 'batchId' | 'number' | 'state' | 'done' | 'total'>;

/** Tells how a long run ended; the lot by its number, since a name is typed text. */
export const lotReadyMail: Compose = async (app, { data }) => {
  const ended = data as unknown as Ended;
  return layOut({
    subject: SUBJECTS[ended.state] ?? 'Lotul tău e gata',
    before: [`LOT ${String(ended.number).padStart(4, '0')}: ${outcome(ended)}`],
    action: { label: 'Deschide lotul', url: `${app.publicUrl()}/process/${ended.batchId}` },
    after: [
      'Îți scriem când o procesare ține peste două minute și n-ai văzut sfârșitul ei. Mesajele acestea le oprești din Setări, la „Anunțuri”.',
    ],
  });
};

const SUBJECTS: Partial<Record<RunState, string>> = {
  partial: 'Lotul tău e gata, dar nu toate fotografiile au ieșit',
  failed: 'Lotul tău n-a ieșit',
};

function outcome({ state, done, total }: Ended): string {
  if (state === 'failed')
    return 'nicio fotografie n-a ieșit. Pe pagina lotului scrie de ce; pentru ce n-a ieșit nu plătești.';
  if (state === 'partial')
    return `${done === 1 ? 'a ieșit' : 'au ieșit'} ${count(done, NOUNS.photo)} din ${total}. La celelalte scrie de ce; pentru ele nu plătești.`;
  return `${count(done, NOUNS.photo)}, ${done === 1 ? 'gata de descărcat' : 'toate gata de descărcat'}.`;
}
