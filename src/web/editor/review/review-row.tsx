import { lazy, type ReactNode, Suspense, useState } from 'react';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { PanelRow } from '#web/editor/panel/panel-row.tsx';
import { CoveredAlone, coveredAloneWords, PlateNotice } from '#web/editor/panel/plates/plate-review.tsx';
import type { Marks } from '#web/editor/review/use-marks.ts';
import { coveredAloneIn, takenIn, waitingIn, waitingWords } from '#web/editor/review/waiting.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { useHasOpened } from '#web/ui/use-has-opened.ts';

const ContactSheet = lazy(async () => ({
  default: (await import('#web/editor/review/contact-sheet.tsx')).ContactSheet,
}));

interface ReviewRowProps {
  /** What is marked as wrong on the contact sheet. */
  readonly marks: Marks;
  /** What else was noticed before the start. */
  readonly findings: number;
  readonly children?: ReactNode;
}

/** „De verificat”, said once: what waits for a yes and the contact sheet that asks for it, then what was noticed. */
export function ReviewRow({ marks, findings, children }: ReviewRowProps) {
  const editing = useEditing();
  const waiting = waitingIn(editing);
  const [open, setOpen] = useState(false);
  const wasOpen = useHasOpened(open);
  const words = waitingWords(waiting, findings);
  const toApprove = waiting.unsure.length + waiting.lost.length + waiting.plated.length;
  const taken = takenIn(editing);
  const approved = taken.cutouts.length + taken.plated.length;
  const alone = coveredAloneIn(editing);
  const searching = waiting.awaited > 0 ? `căutăm în ${formatCount(waiting.awaited, NOUNS.photo)}` : null;
  return (
    <>
      <PanelRow
        id="review"
        label="De verificat"
        value={words ?? searching ?? (alone > 0 ? coveredAloneWords(alone) : 'nimic')}
        alert={words !== null}
        aside={
          toApprove + approved > 0 &&
          editing.source.approveCutouts && (
            <Button
              small
              {...(toApprove === 0 && { look: 'quiet' })}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              {toApprove === 0 ? (
                `Aprobate (${approved})`
              ) : (
                // On a phone the row's value needs the room.
                <span>
                  Vezi toate<span className="max-sm:sr-only"> pe o pagină</span>
                </span>
              )}
            </Button>
          )
        }
      >
        <PlateNotice />
        <CoveredAlone />
        {children}
        {words === null && <p className="text-sm text-ink-soft">Nimic de verificat acum.</p>}
        <p aria-live="polite" className="mt-2 text-sm text-ink-soft empty:hidden">
          {waiting.awaited > 0 && `Mai căutăm obiectul în ${formatCount(waiting.awaited, NOUNS.photo)}.`}
        </p>
      </PanelRow>
      {wasOpen && (
        <Suspense fallback={null}>
          <ContactSheet marks={marks} open={open} onOpen={setOpen} />
        </Suspense>
      )}
    </>
  );
}
