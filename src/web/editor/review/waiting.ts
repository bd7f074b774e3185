import { formatCount } from '#domain/language/plural.ts';
import { touchesBorder } from '#domain/recipes/cutout.ts';
import { photosIn } from '#web/editor/cutout/state.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import type { Editing } from '#web/editor/editor-context.tsx';
import { isToReview, platesCoveredAlone, suggestedIn } from '#web/editor/panel/plates/plate-corners.ts';
import type { Marks } from '#web/editor/review/use-marks.ts';
import { listTakenPhotos } from '#web/editor/taken-photos.ts';

/** Photos that wait for a person's yes, in batch order. */
export interface Waiting {
  /** Cut-outs that the engine is not sure of. */
  readonly unsure: readonly EditablePhoto[];
  /** Photos whose object was not found. */
  readonly lost: readonly EditablePhoto[];
  /** Photos with licence plates that were only suggested, and the number of plates asked about. */
  readonly plated: readonly EditablePhoto[];
  readonly plates: number;
  /** Photos whose object is still being looked for. */
  readonly awaited: number;
}

type ReviewedEditing = Pick<Editing, 'photos' | 'recipe' | 'exceptions' | 'outputs' | 'presets'>;

export function waitingIn(editing: ReviewedEditing): Waiting {
  const cover = editing.recipe.plates;
  const plated =
    cover.kind === 'off' ? [] : listTakenPhotos(editing).filter((photo) => isToReview(photo, cover));
  const unsure = photosIn('unsure', editing);
  const isFound = ({ cutout }: EditablePhoto) => cutout !== null && cutout.subject !== null;
  return {
    unsure: unsure.filter(isFound),
    lost: [...unsure.filter((photo) => !isFound(photo)), ...photosIn('failed', editing)],
    plated,
    plates: suggestedIn(plated, cover),
    awaited: photosIn('awaited', editing).length,
  };
}

/** Photos taken on the contact sheet, in batch order, to be taken back until the start; „Nu e număr” took none. */
export interface Taken {
  readonly cutouts: readonly EditablePhoto[];
  readonly plated: readonly EditablePhoto[];
}

export function takenIn(editing: ReviewedEditing): Taken {
  const isApproved = ({ cutout }: EditablePhoto) => cutout?.approved === true && !cutout.sure;
  return {
    cutouts: photosIn('used', editing).filter(isApproved),
    plated:
      editing.recipe.plates.kind === 'off'
        ? []
        : listTakenPhotos(editing).filter(
            ({ plates, plateSuggestions }) =>
              (plates?.length ?? 0) > 0 && (plateSuggestions?.length ?? 0) > 0,
          ),
  };
}

/** Counts the plates that the recipe covers by itself. */
export function coveredAloneIn(editing: ReviewedEditing): number {
  const { recipe } = editing;
  return listTakenPhotos(editing).reduce(
    (sum, photo) => sum + platesCoveredAlone(photo, recipe.plates).length,
    0,
  );
}

/** Returns „Are bucăți · Atinge marginea”, the reasons for a close look at a cut-out; null without any. */
export function doubtWords({ cutout }: EditablePhoto): string | null {
  const words = [
    ...(cutout?.broken ? ['Are bucăți'] : []),
    ...(cutout?.subject && touchesBorder(cutout.subject) ? ['Atinge marginea'] : []),
  ];
  return words.length === 0 ? null : words.join(' · ');
}

/** True where it is taken with the rest: a cut-out that something speaks against waits for a tick of its own. */
export function isTaken(
  { key, kind, photo }: { key: string; kind: 'cutout' | 'plates'; photo: EditablePhoto },
  marks: Pick<Marks, 'has' | 'isTicked'>,
): boolean {
  return marks.isTicked(key) || (!marks.has(key) && (kind === 'plates' || doubtWords(photo) === null));
}

const CUTOUT = { one: 'decupare', few: 'decupări' };
const PLATE = { one: 'număr', few: 'numere' };
const FINDING = { one: 'observație', few: 'observații' };

/** Returns „3 decupări, 1 număr”, the waiting items in words, no number parted from its noun; null when none waits. */
export function waitingWords({ unsure, lost, plates }: Waiting, findings: number): string | null {
  const cutouts = unsure.length + lost.length;
  const parts = [
    ...(cutouts > 0 ? [formatCount(cutouts, CUTOUT)] : []),
    ...(plates > 0 ? [formatCount(plates, PLATE)] : []),
    ...(findings > 0 ? [formatCount(findings, FINDING)] : []),
  ];
  return parts.length === 0 ? null : parts.map((part) => part.replaceAll(' ', '\u00a0')).join(', ');
}
