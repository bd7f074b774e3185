import type { Cutout } from '#contract/photos.ts';
import { type CutoutView, isDraft } from '#web/editor/cutout/runner.ts';

/** The tool's sentence about the current cut-out. */
export function cutoutWords(view: CutoutView<unknown>, hasNext: boolean): string {
  const { cutout, mask, busy, failed } = view;
  if (failed)
    return busy ? 'Nu ne putem conecta; încercăm din nou.' : 'N-a mers. Trage un cadru în jurul obiectului.';
  if (mask === null) return 'Căutăm obiectul din fotografie…';
  if (cutout === null) return 'O primă schiță; o căutăm pe cea mai bună…';
  if (busy) return 'Se potrivește marginea…';
  if (isDraft(view)) return draftWords(cutout);
  if (cutout.subject === null) return 'N-am găsit obiectul. Trage cadrul în jurul lui.';
  return stateWords(cutout) + (hasNext ? ' Apoi trecem la următoarea.' : '');
}

/** True when the new cut-out may spoil a good one: the person is asked to look twice. */
export function isDoubtful(view: CutoutView<unknown>): boolean {
  return isDraft(view) && !view.busy && view.cutout?.sure === false;
}

function draftWords({ sure, subject }: Cutout): string {
  if (subject === null) return 'Așa nu mai găsim obiectul. Rămâne decuparea dinainte.';
  if (!sure) return 'Nu suntem siguri că e bine așa. Până spui că e bine, rămâne decuparea dinainte.';
  return 'Dacă e bine așa, spune-o; până atunci rămâne decuparea dinainte.';
}

function stateWords({ approved, sure }: Cutout): string {
  if (approved) return 'Ai spus că e bine: așa rămâne și la alte procesări.';
  if (sure) return 'Ce e hașurat se înlocuiește. Corectează cu pensula sau lasă așa.';
  return 'Ce e hașurat se înlocuiește, dar numai după ce spui „E bine așa”.';
}
