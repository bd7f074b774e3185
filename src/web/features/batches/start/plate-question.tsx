import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { CoverAtStart } from '#domain/recipes/plates.ts';
import {
  coveredAnywayWords,
  coverWords,
  type FoundPlates,
} from '#web/features/batches/start/found-plates.ts';
import { StartText } from '#web/features/batches/start/start-text.tsx';
import { Button } from '#web/ui/fields/button.tsx';

interface PlatesAsked {
  readonly found: FoundPlates;
  /** The start in words: its question is about this deal, and gone with it. */
  readonly deal: string;
  readonly busy: boolean;
  readonly onStart: (cover: CoverAtStart) => void;
}

interface AskedStart {
  /** Starts, or asks first where plates were found. */
  readonly press: () => void;
  /** Stands in the button's place; null when nothing is asked. */
  readonly question: ReactNode;
}

/** Returns the one question before a start, which stands in the place of its button: how to treat the found plates. */
export function usePlateQuestion({ found, deal, busy, onStart }: PlatesAsked): AskedStart {
  const [askedOf, setAskedOf] = useState<string | null>(null);
  const press = () => (found.asked === 0 ? onStart('none') : setAskedOf(deal));
  if (askedOf !== deal || found.asked === 0) return { press, question: null };
  const back = () => setAskedOf(null);
  return {
    press,
    question: <PlateQuestion found={found} deal={deal} busy={busy} onStart={onStart} onBack={back} />,
  };
}

function PlateQuestion({
  found,
  deal,
  busy,
  onStart,
  onBack,
}: PlatesAsked & { readonly onBack: () => void }) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onBack();
  };
  const anyway = coveredAnywayWords(found.alone);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no flex box in every browser
    <div role="group" aria-label="Numere de înmatriculare" onKeyDown={handleKey}>
      <div className="flex gap-2 *:min-w-0 *:flex-2 *:px-2 *:leading-tight *:first:flex-3">
        <Button busy={busy} onClick={() => onStart('found')}>
          {busy ? 'Pornește…' : coverWords(found.asked)}
        </Button>
        <Button look="quiet" busy={busy} onClick={() => onStart('none')}>
          Pornește fără
        </Button>
      </div>
      <p className="mt-1 text-center text-sm text-ink-soft">
        {anyway !== null && <span className="block">{anyway}</span>}
        <StartText>{deal}</StartText>{' '}
        <button type="button" className="link inline-flex min-h-8 items-center" onClick={onBack}>
          Înapoi
        </button>
      </p>
    </div>
  );
}
