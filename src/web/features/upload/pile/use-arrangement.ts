import { useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import { splitName } from '#domain/batches/lot-name.ts';
import { splitIntoParts } from '#domain/batches/parts.ts';
import { type Arrangement, followPile } from '#domain/piles/arrange-lots.ts';
import { proposeLots } from '#domain/piles/propose-lots.ts';
import {
  forgetArrangements,
  keepArrangements,
  readArrangements,
} from '#web/features/upload/pile/kept-arrangement.ts';

/** Lots of a pile as they are proposed, then as the person arranges them, every step of which can be taken back. */
export interface ArrangedPile {
  readonly lots: Arrangement;
  readonly canUndo: boolean;
  /** True once the person changed something, or all photos are prepared: until then the proposal changes under the finger. */
  readonly isSettled: boolean;
  /** Successive changes of the same `step`, such as of one drag, are taken back as one. */
  change(next: Arrangement, step?: string): void;
  undo(): void;
}

interface Change {
  readonly lots: Arrangement;
  readonly step: string | undefined;
}

export function useArrangement(batch: Batch): ArrangedPile {
  const [history, setHistory] = useState<readonly Change[]>(() =>
    readArrangements(batch.id).map((lots) => ({ lots, step: undefined })),
  );
  const setSteps = (steps: readonly Change[]) => {
    if (steps.length === 0) forgetArrangements(batch.id);
    else
      keepArrangements(
        batch.id,
        steps.map((change) => change.lots),
      );
    setHistory(steps);
  };
  const shown = batch.photoIds;
  const proposed = useProposal(batch);
  const last = history.at(-1)?.lots;
  const lots = last === undefined ? proposed : followPile(last, shown);
  return {
    lots,
    canUndo: history.length > 0,
    isSettled: history.length > 0 || countComing(batch) === 0,
    change(next, step) {
      if (next === lots) return;
      const goesOn = step !== undefined && history.at(-1)?.step === step;
      setSteps([...(goesOn ? history.slice(0, -1) : history), { lots: next, step }]);
    },
    undo() {
      setSteps(history.slice(0, -1));
    },
  };
}

/** Returns how many photos are not prepared yet: what they show is not known. */
export function countComing({ photoIds, photos }: Batch): number {
  return photoIds.filter((id) => ['uploading', 'preparing'].includes(photos[id]?.state ?? '')).length;
}

/** Returns the proposal; worked out anew only for other photos, or more that is known of them. */
function useProposal(batch: Batch): Arrangement {
  const facts = batch.photoIds.map((id) => `${id} ${batch.photos[id]?.state}`).join();
  const [kept, setKept] = useState<{ facts: string; lots: Arrangement } | null>(null);
  if (kept?.facts === facts) return kept.lots;
  // What some photos show is not known yet: one lot, and no work for each that comes.
  const lots = countComing(batch) > 0 ? [buildLot(batch)] : buildProposal(batch);
  setKept({ facts, lots });
  return lots;
}

function buildLot({ photoIds, name }: Batch): Arrangement[number] {
  return { key: photoIds[0] ?? '', name, photoIds };
}

function buildProposal({ photoIds, photos, name, photosPerLot }: Batch): Arrangement {
  const shown = photoIds.flatMap((id) => photos[id] ?? []);
  const seen = shown.map(({ id, name: file, folder = null, takenAt, thumbhash, signs }) => ({
    id,
    name: file,
    folder,
    takenAt,
    thumbhash,
    dhash: signs?.dhash ?? null,
  }));
  // A lot that the plan does not take is cut where it ends.
  const proposed = proposeLots(seen).flatMap((lot) =>
    splitIntoParts(lot.photoIds, photosPerLot).map((part, i) => ({
      name: lot.name === null || i === 0 ? lot.name : splitName(lot.name, i + 1),
      photoIds: part,
    })),
  );
  return proposed.map((lot, i) => ({
    // The same for as long as it begins alike: what has the focus keeps it while photos arrive.
    key: lot.photoIds[0] ?? '',
    name: lot.name ?? nameOfLot(name, { number: i + 1, of: proposed.length }),
    photoIds: lot.photoIds,
  }));
}

/** Returns „Lot din 21 nov. · 3”, the name of a lot that neither folder nor files name. */
export function nameOfLot(pile: string, { number, of }: { number: number; of: number }): string {
  return of === 1 ? pile : `${pile.slice(0, 70)} · ${number}`;
}
