import { useRef } from 'react';
import type { FoundPlates, PlateAnswer } from '#web/features/batches/start/found-plates.ts';
import { usePlateQuestion } from '#web/features/batches/start/plate-question.tsx';
import type { RunOffer } from '#web/features/batches/start/start-button-state.ts';
import { useFocusKept } from '#web/features/batches/start/use-focus-kept.ts';
import { CreditText } from '#web/text/credit-text.tsx';
import { Button } from '#web/ui/fields/button.tsx';

interface StartButtonProps {
  readonly offer: RunOffer;
  /** Plates found on its photos. */
  readonly found: FoundPlates;
  readonly small?: boolean;
  readonly busy: boolean;
  readonly onStart: (offer: RunOffer, answer: PlateAnswer) => void;
}

/** Starts some of a batch's photos, by an offer beside the batch's own. */
export function StartButton({ offer, found, small = false, busy, onStart }: StartButtonProps) {
  const box = useRef<HTMLDivElement>(null);
  const { press, question } = usePlateQuestion({
    found,
    deal: offer.label,
    busy,
    onStart: (cover) => onStart(offer, { cover, wrongOn: found.wrongOn }),
  });
  const keep = useFocusKept(box, question === null ? 'start' : 'question');
  return (
    <div ref={box} className="grid" onClickCapture={keep} onKeyDownCapture={keep}>
      {question ?? (
        <Button look="quiet" small={small} busy={busy} onClick={press}>
          <CreditText>{offer.label}</CreditText>
        </Button>
      )}
    </div>
  );
}
