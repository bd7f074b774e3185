import { Undo2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { type Arrangement, movePhotos, splitBefore } from '#domain/piles/arrange-lots.ts';
import { newKey } from '#web/api/new-key.ts';
import { type ArrangedPile, nameOfLot } from '#web/features/upload/pile/use-arrangement.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface PileToolsProps {
  readonly pile: ArrangedPile;
  /** Name of the pile, which new lots are named after. */
  readonly name: string;
  readonly chosen: ReadonlySet<string>;
  /** Arranges the chosen photos anew; none is chosen then. */
  readonly onMove: (next: Arrangement) => void;
}

const NAMELESS = { key: '', name: '' };

/** What is done with the chosen photos, and the way back from it. */
export function PileTools({ pile: { lots, canUndo, undo }, name, chosen, onMove }: PileToolsProps) {
  const tools = useRef<HTMLFieldSetElement>(null);
  const reasonId = useId();
  const buildFresh = (made = 0) => {
    const number = lots.length + 1 + made;
    return { key: newKey(), name: nameOfLot(name, { number, of: number }) };
  };
  const canSplit = splitBefore(lots, chosen, () => NAMELESS) !== lots;
  return (
    <fieldset ref={tools} tabIndex={-1} aria-label="Pozele alese" className="pile-tools">
      <Button
        small
        look="quiet"
        disabled={!canUndo}
        onClick={({ currentTarget }) => {
          flushSync(undo);
          // A button that is off has no focus to keep.
          if (currentTarget.disabled) tools.current?.focus({ preventScroll: true });
        }}
      >
        <Undo2 aria-hidden size={16} /> Înapoi cu un pas
      </Button>
      {chosen.size > 0 && (
        <>
          <span className="text-sm text-ink-soft">
            {formatCount(chosen.size, NOUNS.photo)} {chosen.size === 1 ? 'aleasă' : 'alese'}:
          </span>
          <Button
            small
            look="quiet"
            disabled={!canSplit}
            aria-describedby={canSplit ? undefined : reasonId}
            onClick={() => onMove(splitBefore(lots, chosen, buildFresh))}
          >
            Aici începe alt lot
          </Button>
          {!canSplit && (
            <span id={reasonId} className="text-sm text-ink-soft">
              Aici începe deja un lot.
            </span>
          )}
          <Button
            small
            look="quiet"
            onClick={() => onMove(movePhotos(lots, chosen, { fresh: buildFresh() }))}
          >
            Într-un lot nou
          </Button>
          <label className="flex max-w-full items-center gap-2 text-sm">
            <span className="shrink-0">Mută în</span>
            <select
              className="input min-w-0"
              value=""
              onChange={({ target }) => onMove(movePhotos(lots, chosen, { key: target.value }))}
            >
              <option value="">alege lotul</option>
              {lots.map((lot, i) => (
                <option key={lot.key} value={lot.key}>
                  {`${i + 1}. ${lot.name}`}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
    </fieldset>
  );
}
