import '#web/ui/styles/pile.css';
import { Undo2 } from 'lucide-react';
import { Fragment, useId, useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { joinWithNext, moveBorder, movePhotos, renameLot, splitBefore } from '#domain/piles/arrange-lots.ts';
import { newKey } from '#web/api/new-key.ts';
import { PileBorder } from '#web/features/upload/pile/pile-border.tsx';
import { PileStrip } from '#web/features/upload/pile/pile-strip.tsx';
import { type ArrangedPile, nameOfLot } from '#web/features/upload/pile/use-arrangement.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface ArrangeLotsProps {
  readonly batch: Batch;
  readonly pile: ArrangedPile;
}

const NAMELESS = { key: '', name: '' };

/** The lots that a pile is to become, one strip under the other. Nothing is stored until they are made. */
export function ArrangeLots({ batch, pile }: ArrangeLotsProps) {
  const { lots, change, undo, canUndo, isSettled } = pile;
  const reasonId = useId();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (photoId: string) => {
    const next = new Set(chosen);
    if (!next.delete(photoId)) next.add(photoId);
    setChosen(next);
  };
  const buildFresh = (made = 0) => {
    const number = lots.length + 1 + made;
    return { key: newKey(), name: nameOfLot(batch.name, { number, of: number }) };
  };
  const move = (next: typeof lots) => {
    change(next);
    setChosen(new Set());
  };
  const first = lots.flatMap(({ photoIds }) => photoIds).find((id) => chosen.has(id));
  const canSplit = splitBefore(lots, chosen, () => NAMELESS) !== lots;
  return (
    <>
      <fieldset aria-label="Pozele alese" className="pile-tools">
        <Button small look="quiet" disabled={!canUndo} onClick={undo}>
          <Undo2 aria-hidden size={16} /> Înapoi cu un pas
        </Button>
        {first !== undefined && (
          <>
            <span className="text-sm text-ink-soft">{formatCount(chosen.size, NOUNS.photo)} alese:</span>
            <Button
              small
              look="quiet"
              disabled={!canSplit}
              aria-describedby={canSplit ? undefined : reasonId}
              onClick={() => move(splitBefore(lots, chosen, buildFresh))}
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
              onClick={() => move(movePhotos(lots, chosen, { fresh: buildFresh() }))}
            >
              Într-un lot nou
            </Button>
            <label className="flex items-center gap-2 text-sm">
              Mută în
              <select
                className="input"
                value=""
                onChange={({ target }) => move(movePhotos(lots, chosen, { key: target.value }))}
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
      <div inert={!isSettled}>
        {lots.map((lot, i) => {
          const next = lots[i + 1];
          return (
            <Fragment key={lot.key}>
              <PileStrip
                lot={lot}
                number={i + 1}
                photos={batch.photos}
                chosen={chosen}
                onToggle={toggle}
                onName={(name) => change(renameLot(lots, lot.key, name), `name ${lot.key}`)}
              />
              {next && isSettled && (
                <PileBorder
                  after={i + 1}
                  before={lot.photoIds}
                  behind={next.photoIds}
                  onMove={(by, drag) => change(moveBorder(lots, i, by), drag)}
                  onJoin={() => change(joinWithNext(lots, i))}
                />
              )}
            </Fragment>
          );
        })}
      </div>
    </>
  );
}
