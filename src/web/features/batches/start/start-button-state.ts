import type { Batch } from '#contract/batches.ts';
import { runCost } from '#domain/credits/cost.ts';
import { count, formatNumber, NOUNS } from '#domain/language/plural.ts';
import { pricesPath } from '#web/text/choice-path.ts';

/** The start button's offer: the whole deal, or the reason why it cannot be pressed. */
export interface RunOffer {
  readonly photoIds: readonly string[];
  readonly cost: number;
  readonly label: string;
}
interface Help {
  readonly text: string;
  readonly to: string;
}
export type StartState =
  | ({ readonly kind: 'ready' } & RunOffer)
  | {
      readonly kind: 'blocked';
      readonly label: string;
      readonly help: Help | null;
      readonly free: RunOffer | null;
    };

export interface StartFacts {
  readonly batch: Pick<
    Batch,
    'id' | 'photoIds' | 'photos' | 'outputs' | 'window' | 'photosPerLot' | 'outputsPerRun'
  >;
  /** Files this browser is still sending to the batch. */
  readonly uploading: number;
  /** −1 means unlimited; null while unknown. */
  readonly credits: number | null;
  readonly now: Date;
}

const creditsHelp = ({ id }: Pick<Batch, 'id'>): Help => ({
  text: 'Încarcă credite',
  to: pricesPath(`/process/${id}`, 'packages'),
});
const plansHelp = ({ id }: Pick<Batch, 'id'>): Help => ({
  text: 'Vezi planurile',
  to: pricesPath(`/process/${id}`, 'plans'),
});

export function startStateOf(facts: StartFacts): StartState {
  const { batch, credits } = facts;
  const ready = readyPhotos(batch);
  const blocked = (label: string, help: Help | null = null, free: RunOffer | null = null): StartState => ({
    kind: 'blocked',
    label,
    help,
    free,
  });
  const preparing = batch.photoIds.filter((id) => batch.photos[id]?.state === 'preparing').length;
  if (facts.uploading > 0) return blocked(stillSending(facts.uploading));
  if (preparing > 0) return blocked(stillPreparing(preparing));
  if (ready.length === 0) return blocked('Adaugă fotografii ca să pornești');
  if (batch.outputs.length === 0) return blocked('Alege unde publici');
  if (batch.outputs.length > batch.outputsPerRun) {
    return blocked(
      `Ai ales ${count(batch.outputs.length, NOUNS.output)}, planul permite ${formatNumber(batch.outputsPerRun)}`,
      plansHelp(batch),
    );
  }
  const free = paidAlone(facts, ready);
  if (ready.length > batch.photosPerLot) {
    return blocked(
      `Lotul are ${count(ready.length, NOUNS.photo)}, planul permite ${formatNumber(batch.photosPerLot)}`,
      plansHelp(batch),
      free,
    );
  }
  const cost = runCost(openWindow(facts), ready);
  if (credits === null) return blocked('Se verifică soldul');
  if (credits !== -1 && cost > credits) {
    return blocked(
      `Costă ${count(cost, NOUNS.credit)}, ai ${formatNumber(credits)}`,
      creditsHelp(batch),
      free,
    );
  }
  return { kind: 'ready', ...offerOf(ready, cost, credits) };
}

/** „Procesează 14 fotografii – 1 credit (rămân 2)”, „… – gratuit”, „… (rămân ∞)”. */
function offerOf(photoIds: readonly string[], cost: number, credits: number): RunOffer {
  return {
    photoIds,
    cost,
    label: `Procesează ${count(photoIds.length, NOUNS.photo)} – ${priceText(cost, credits)}`,
  };
}

/** True when it may start by a button that does not name its price. */
export function costsNothing({ cost }: RunOffer, { credits }: Pick<StartFacts, 'credits'>): boolean {
  return cost === 0 || credits === -1;
}

function priceText(cost: number, credits: number): string {
  if (cost === 0) return 'gratuit';
  const left = credits === -1 ? 'rămân ∞' : leftText(credits - cost);
  return `${count(cost, NOUNS.credit)} (${left})`;
}

function stillSending(n: number): string {
  return `${n === 1 ? 'Se mai trimite' : 'Se mai trimit'} ${count(n, NOUNS.photo)}`;
}

function stillPreparing(n: number): string {
  return `${n === 1 ? 'Se pregătește' : 'Se pregătesc'} ${count(n, NOUNS.photo)}`;
}

function leftText(left: number): string {
  return left === 1 ? 'rămâne 1' : `rămân ${formatNumber(left)}`;
}

/** Trying the failed ones again: „Încearcă din nou cele 2 nereușite – gratuit”. */
export function retryOffer(
  facts: Omit<StartFacts, 'uploading'>,
  failedIds: readonly string[],
): RunOffer | null {
  const failed = { one: 'nereușită', few: 'nereușite' };
  return partOffer(facts, failedIds, (n) =>
    n === 1 ? 'Încearcă din nou fotografia nereușită' : `Încearcă din nou cele ${count(n, failed)}`,
  );
}

/** Offer for photos that were stopped or added since: „Procesează și celelalte 14 fotografii – gratuit”. */
export function restOffer(
  facts: Omit<StartFacts, 'uploading'>,
  untriedIds: readonly string[],
): RunOffer | null {
  return partOffer(facts, untriedIds, (n) =>
    n === 1 ? 'Procesează și fotografia rămasă' : `Procesează și celelalte ${count(n, NOUNS.photo)}`,
  );
}

/** Some photos of the batch, when they can start as things stand. */
function partOffer(
  { batch, credits, now }: Omit<StartFacts, 'uploading'>,
  ids: readonly string[],
  words: (n: number) => string,
): RunOffer | null {
  const ready = new Set(readyPhotos(batch));
  const photoIds = ids.filter((id) => ready.has(id));
  if (photoIds.length === 0 || photoIds.length > batch.photosPerLot || credits === null) return null;
  if (batch.outputs.length === 0 || batch.outputs.length > batch.outputsPerRun) return null;
  const cost = runCost(openWindow({ batch, now }), photoIds);
  if (credits !== -1 && cost > credits) return null;
  return { photoIds, cost, label: `${words(photoIds.length)} – ${priceText(cost, credits)}` };
}

function readyPhotos(batch: Pick<Batch, 'photoIds' | 'photos'>): string[] {
  return batch.photoIds.filter((id) => batch.photos[id]?.state === 'ready');
}

/** The window counts until its end. */
function openWindow({ batch, now }: Pick<StartFacts, 'batch' | 'now'>): {
  photoIds: string[];
  credits: number;
} {
  const { photoIds, credits, endsAt } = batch.window;
  if (endsAt === null || new Date(endsAt) <= now) return { photoIds: [], credits: 0 };
  return { photoIds, credits };
}

/** Photos of the open window that can run again without a credit, when there are any. */
function paidAlone(facts: StartFacts, ready: readonly string[]): RunOffer | null {
  const window = openWindow(facts);
  const paid = new Set(window.photoIds);
  const photoIds = ready.filter((id) => paid.has(id));
  if (photoIds.length === 0 || photoIds.length > facts.batch.photosPerLot || runCost(window, photoIds) > 0)
    return null;
  return {
    photoIds,
    cost: 0,
    label:
      photoIds.length === 1
        ? 'Procesează doar fotografia plătită – gratuit'
        : `Procesează doar cele ${formatNumber(photoIds.length)} plătite – gratuit`,
  };
}
