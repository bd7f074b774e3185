import '#web/ui/styles/pile.css';
import { Fragment, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Batch } from '#contract/batches.ts';
import { type Arrangement, joinWithNext, moveBorder, renameLot } from '#domain/piles/arrange-lots.ts';
import { PileBorder } from '#web/features/upload/pile/pile-border.tsx';
import { PileStrip } from '#web/features/upload/pile/pile-strip.tsx';
import { PileTools } from '#web/features/upload/pile/pile-tools.tsx';
import type { ArrangedPile } from '#web/features/upload/pile/use-arrangement.ts';

interface ArrangeLotsProps {
  readonly batch: Batch;
  readonly pile: ArrangedPile;
}

/** The lots that a pile is to become, one strip under the other. Nothing is stored until they are made. */
export function ArrangeLots({ batch, pile }: ArrangeLotsProps) {
  const { lots, change, isSettled } = pile;
  const strips = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (photoId: string) => {
    const next = new Set(chosen);
    if (!next.delete(photoId)) next.add(photoId);
    setChosen(next);
  };
  /** Changes the lots by a control that goes with that: the photo has the focus then. A finger's place on the page stays. */
  const changeAt = (next: Arrangement, photoId: string | undefined, stillChosen = chosen) => {
    const isByKey = document.activeElement?.matches(':focus-visible') ?? false;
    flushSync(() => {
      change(next);
      setChosen(stillChosen);
    });
    const photo = strips.current?.querySelector(`[data-pile-photo="${CSS.escape(photoId ?? '')}"] button`);
    if (photo instanceof HTMLElement) photo.focus({ preventScroll: !isByKey });
  };
  const first = lots.flatMap(({ photoIds }) => photoIds).find((id) => chosen.has(id));
  return (
    <>
      <PileTools
        pile={pile}
        name={batch.name}
        chosen={chosen}
        onMove={(next) => changeAt(next, first, new Set())}
      />
      <div ref={strips} inert={!isSettled}>
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
                  onJoin={() => changeAt(joinWithNext(lots, i), next.photoIds[0])}
                />
              )}
            </Fragment>
          );
        })}
      </div>
    </>
  );
}
