import { useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import { splitName } from '#domain/batches/lot-name.ts';
import { splitIntoParts } from '#domain/batches/parts.ts';
import { type Arrangement, followPile } from '#domain/piles/arrange-lots.ts';
import type { PilePhoto, ProposedLot } from '#domain/piles/pile-photo.ts';
import { proposeByNames, proposeLots } from '#domain/piles/propose-lots.ts';
import { type Coming, countComing, useComingFiles } from '#web/features/upload/pile/coming.ts';
import {
  forgetArrangements,
  keepArrangements,
  readArrangements,
} from '#web/features/upload/pile/kept-arrangement.ts';

/** Lots of a pile as they are proposed, then as the person arranges them, every step of which can be taken back. */
export interface ArrangedPile {
  readonly lots: Arrangement;
  readonly canUndo: boolean;
  /**
   * True once the person changed something, all photos are prepared, or folders and names tell all lots: until then the proposal changes
   * under the finger.
   */
  readonly isSettled: boolean;
  readonly coming: Coming;
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
  const files = useComingFiles().filter(({ batchId }) => batchId === batch.id);
  const coming = countComing(batch, files);
  const proposed = useProposal(batch, coming);
  const last = history.at(-1)?.lots;
  const lots = last === undefined ? proposed.lots : followPile(last, shown);
  return {
    lots,
    canUndo: history.length > 0,
    isSettled: history.length > 0 || proposed.isSettled,
    coming,
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

interface Proposal {
  readonly lots: Arrangement;
  readonly isSettled: boolean;
}

/** Returns the proposal; worked out anew only for other photos, or more that is known of them. */
function useProposal(batch: Batch, coming: Coming): Proposal {
  const photos = batch.photoIds.map((id) => `${id} ${batch.photos[id]?.state}`);
  const facts = [coming.unknown, ...photos].join();
  const [kept, setKept] = useState<(Proposal & { facts: string }) | null>(null);
  if (kept?.facts === facts) return kept;
  const lots = buildProposal(batch, coming);
  // What some photos show is not known yet: one lot, and no work for each that comes.
  const proposal = { facts, lots: lots ?? [buildLot(batch)], isSettled: lots !== null };
  setKept(proposal);
  return proposal;
}

/** Returns null while photos come that may belong to other lots than those that are told by now. */
function buildProposal(batch: Batch, { unknown, uploading, preparing }: Coming): Arrangement | null {
  if (unknown > 0) return null;
  const photos = toPilePhotos(batch);
  if (uploading + preparing === 0) return nameLots(batch, proposeLots(photos));
  const told = proposeByNames(photos);
  return told === null ? null : nameLots(batch, told);
}

function buildLot({ photoIds, name }: Batch): Arrangement[number] {
  return { key: photoIds[0] ?? '', name, photoIds };
}

function toPilePhotos({ photoIds, photos }: Batch): PilePhoto[] {
  return photoIds
    .flatMap((id) => photos[id] ?? [])
    .map(({ id, name, folder = null, takenAt, thumbhash, signs }) => ({
      id,
      name,
      folder,
      takenAt,
      thumbhash,
      dhash: signs?.dhash ?? null,
    }));
}

/** Cuts a lot that the plan does not take where it ends, and names those that have no name. */
function nameLots({ name, photosPerLot }: Batch, proposed: readonly ProposedLot[]): Arrangement {
  const lots = proposed.flatMap((lot) =>
    splitIntoParts(lot.photoIds, photosPerLot).map((part, i) => ({
      name: lot.name === null || i === 0 ? lot.name : splitName(lot.name, i + 1),
      photoIds: part,
    })),
  );
  return lots.map((lot, i) => ({
    // The same for as long as it begins alike: what has the focus keeps it while photos arrive.
    key: lot.photoIds[0] ?? '',
    name: lot.name ?? nameOfLot(name, { number: i + 1, of: lots.length }),
    photoIds: lot.photoIds,
  }));
}

/** Returns „Lot din 21 nov. · 3”, the name of a lot that neither folder nor files name. */
export function nameOfLot(pile: string, { number, of }: { number: number; of: number }): string {
  return of === 1 ? pile : `${pile.slice(0, 70)} · ${number}`;
}
