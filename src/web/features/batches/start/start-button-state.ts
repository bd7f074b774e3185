import type { Batch } from '#contract/batches.ts';
import { partByOutputs, rulesOfChoices } from '#domain/batches/taken-photos.ts';
import { runCost } from '#domain/credits/cost.ts';
import { formatCount, formatNumber, NOUNS } from '#domain/language/plural.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { pricesPath } from '#web/text/choice-path.ts';

/** The start button's offer: the whole deal, or the reason why it cannot be pressed. */
export interface RunOffer {
  readonly photoIds: readonly string[];
  readonly cost: number;
  readonly label: string;
}
export interface Help {
  readonly text: string;
  readonly to: string;
}
/** More photos than a run may take: the first of them, or all of them in so many batches. */
interface TooMany {
  readonly first: RunOffer | null;
  /** True where it can be divided; not while photos arrive, nor once it has run. */
  readonly canDivide: boolean;
  /** A sentence for the time until these can be pressed. */
  readonly later: string | null;
}
export type StartState =
  | ({ readonly kind: 'ready' } & RunOffer)
  /** Photos are still on their way: pressed now, it starts by itself when they are there. */
  | { readonly kind: 'early'; readonly label: string; readonly cost: number }
  /** It was pressed. */
  | { readonly kind: 'wanted'; readonly label: string; readonly detail: string }
  | {
      readonly kind: 'blocked';
      readonly label: string;
      readonly help: Help | null;
      readonly free: RunOffer | null;
      readonly tooMany: TooMany | null;
    };

export interface StartFacts {
  readonly batch: Pick<
    Batch,
    | 'id'
    | 'photoIds'
    | 'photos'
    | 'outputs'
    | 'run'
    | 'window'
    | 'photosPerLot'
    | 'outputsPerRun'
    | 'wantedStart'
  >;
  /** Files this browser is still sending to the batch. */
  readonly uploading: number;
  /** Presets, which say what the outputs take; empty while unknown. */
  readonly presets: readonly Preset[];
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

export function getStartState(facts: StartFacts): StartState {
  const { batch, credits, uploading } = facts;
  const ready = takenPhotos(facts);
  const preparing = batch.photoIds.filter((id) => batch.photos[id]?.state === 'preparing');
  const coming = uploading + preparing.length;
  const all = coming === 0 ? ready : takenWhenThere(facts, preparing);
  const cost = runCost(openWindow(facts), all);
  const wanted = batch.wantedStart;
  if (wanted?.refusal === null && cost <= wanted.cost) return wantedState(facts, preparing.length);
  if (readyPhotos(batch).length + coming === 0) return buildBlockedState('Adaugă fotografii ca să pornești');
  if (batch.outputs.length === 0) return buildBlockedState('Alege unde publici');
  if (isUnknown(facts)) return buildBlockedState('Se verifică unde publici');
  if (batch.outputs.length > batch.outputsPerRun)
    return buildBlockedState(
      `Ai ales ${formatCount(batch.outputs.length, NOUNS.output)}, planul permite ${formatNumber(batch.outputsPerRun)}`,
      { help: plansHelp(batch) },
    );
  if (all.length === 0) return buildBlockedState('Locurile alese nu primesc nicio fotografie din lot');
  const free = coming > 0 ? null : paidAlone(facts, ready);
  if (all.length > batch.photosPerLot)
    return buildBlockedState(
      `Lotul are ${formatCount(all.length, NOUNS.photo)}, planul permite ${formatNumber(batch.photosPerLot)}`,
      {
        help: plansHelp(batch),
        free,
        tooMany: coming > 0 ? tooManyLater(facts) : buildTooMany(facts, ready),
      },
    );
  if (credits === null) return buildBlockedState('Se verifică soldul');
  if (credits !== -1 && cost > credits)
    return buildBlockedState(`Costă ${formatCount(cost, NOUNS.credit)}, ai ${formatNumber(credits)}`, {
      help: creditsHelp(batch),
      free,
    });
  if (coming === 0) return { kind: 'ready', ...buildRunOffer(ready, cost, credits) };
  const label = `Procesează ${formatCount(all.length, NOUNS.photo)} ${whenThere(all.length, uploading)} – ${priceText(cost, credits)}`;
  return { kind: 'early', cost, label };
}

type Blocked = Extract<StartState, { kind: 'blocked' }>;

function buildBlockedState(
  label: string,
  more: Partial<Pick<Blocked, 'help' | 'free' | 'tooMany'>> = {},
): Blocked {
  return { kind: 'blocked', label, help: null, free: null, tooMany: null, ...more };
}

function whenThere(n: number, uploading: number): string {
  if (uploading === 0) return n === 1 ? 'când e pregătită' : 'când sunt pregătite';
  return n === 1 ? 'când ajunge' : 'când ajung';
}

/** Returns what it waits for, and whether this page is needed for it. */
function wantedState({ uploading, batch }: StartFacts, preparing: number): StartState {
  const label = 'Pornește singur';
  const sending = batch.photoIds.filter((id) => batch.photos[id]?.state === 'uploading').length;
  const coming = Math.max(uploading, sending);
  if (coming > 0) {
    const what = `${coming === 1 ? 'mai ajunge' : 'mai ajung'} ${formatNumber(coming)}`;
    return {
      kind: 'wanted',
      label,
      detail: uploading > 0 ? `${what} · ține pagina deschisă` : `${what} din altă parte`,
    };
  }
  const left = `${preparing === 1 ? 'se mai pregătește' : 'se mai pregătesc'} ${formatNumber(preparing)}`;
  return {
    kind: 'wanted',
    label,
    detail: `${preparing > 0 ? left : 'când sunt toate'} · poți închide pagina`,
  };
}

/** Returns words for the time while photos still come and nothing can be pressed. */
function tooManyLater(facts: StartFacts): TooMany {
  const isPaid = openWindow(facts).photoIds.length > 0;
  const most = formatNumber(facts.batch.photosPerLot);
  const later = `Când ajung toate, îl împarți sau le pornești pe primele ${most}.`;
  return { first: null, canDivide: false, later: isPaid ? null : later };
}

/** Returns the first photos that one run takes, and the batches that all of them would make. */
function buildTooMany(facts: StartFacts, ready: readonly string[]): TooMany {
  const { batch } = facts;
  const isPaid = openWindow(facts).photoIds.length > 0;
  const words = (n: number) => (n === 1 ? 'Procesează prima' : `Procesează primele ${formatNumber(n)}`);
  return {
    first: isPaid ? null : partOffer(facts, ready.slice(0, batch.photosPerLot), words),
    canDivide: !isPaid && batch.run === null,
    later: null,
  };
}

/** Returns „Procesează 14 fotografii – 1 credit (rămân 2)”, „… – gratuit”, „… (rămân ∞)”. */
function buildRunOffer(photoIds: readonly string[], cost: number, credits: number): RunOffer {
  return {
    photoIds,
    cost,
    label: `Procesează ${formatCount(photoIds.length, NOUNS.photo)} – ${priceText(cost, credits)}`,
  };
}

/** True when it may start by a button that does not name its price. */
export function costsNothing({ cost }: RunOffer, { credits }: Pick<StartFacts, 'credits'>): boolean {
  return cost === 0 || credits === -1;
}

function priceText(cost: number, credits: number): string {
  if (cost === 0) return 'gratuit';
  const left = credits === -1 ? 'rămân ∞' : leftText(credits - cost);
  return `${formatCount(cost, NOUNS.credit)} (${left})`;
}

function leftText(left: number): string {
  return left === 1 ? 'rămâne 1' : `rămân ${formatNumber(left)}`;
}

/** Returns the offer to try the failed ones again: „Încearcă din nou cele 2 nereușite – gratuit”. */
export function retryOffer(
  facts: Omit<StartFacts, 'uploading'>,
  failedIds: readonly string[],
): RunOffer | null {
  const failed = { one: 'nereușită', few: 'nereușite' };
  return partOffer(facts, failedIds, (n) =>
    n === 1 ? 'Încearcă din nou fotografia nereușită' : `Încearcă din nou cele ${formatCount(n, failed)}`,
  );
}

/** Returns the offer for photos that were stopped or added since: „Procesează și celelalte 14 fotografii – gratuit”. */
export function restOffer(
  facts: Omit<StartFacts, 'uploading'>,
  untriedIds: readonly string[],
): RunOffer | null {
  return partOffer(facts, untriedIds, (n) =>
    n === 1 ? 'Procesează și fotografia rămasă' : `Procesează și celelalte ${formatCount(n, NOUNS.photo)}`,
  );
}

/** Returns the offer for some photos of the batch, when they can start as things stand. */
function partOffer(
  { batch, presets, credits, now }: Omit<StartFacts, 'uploading'>,
  ids: readonly string[],
  words: (n: number) => string,
): RunOffer | null {
  const ready = new Set(takenPhotos({ batch, presets }));
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

/** Returns the ready photos that the chosen outputs take. */
function takenPhotos({ batch, presets }: Pick<StartFacts, 'batch' | 'presets'>): readonly string[] {
  return partByChoices({ batch, presets }).taken;
}

/** Splits the ready photos into those that the chosen outputs take, and those that none of them does. */
export function partByChoices({ batch, presets }: Pick<StartFacts, 'batch' | 'presets'>) {
  const ready = readyPhotos(batch);
  const outputs = rulesOfChoices(batch.outputs, presets);
  return partByOutputs(ready, { outputs, coverId: ready[0] ?? null });
}

/**
 * Returns the photos taken once all are there. Until then the cover is not known: one that is not paid for is assumed, so that the price is
 * the highest there can be.
 */
function takenWhenThere(facts: StartFacts, preparing: readonly string[]): readonly string[] {
  const { batch, presets, uploading } = facts;
  const unsent = Array.from({ length: uploading }, (_, n) => `coming ${n}`);
  const paid = new Set(openWindow(facts).photoIds);
  const all = [...readyPhotos(batch), ...preparing, ...unsent];
  const byPrice = [...all.filter((id) => !paid.has(id)), ...all.filter((id) => paid.has(id))];
  const outputs = rulesOfChoices(batch.outputs, presets);
  const takesCover = partByOutputs(byPrice.slice(0, 1), { outputs, coverId: byPrice[0] ?? null });
  // Where all but the cover go, a paid one stays behind.
  const coverId = (takesCover.taken.length > 0 ? byPrice[0] : byPrice.at(-1)) ?? null;
  return partByOutputs(byPrice, { outputs, coverId }).taken;
}

/** True while it is not known what the places take. */
function isUnknown({ batch, presets }: StartFacts): boolean {
  return presets.length === 0 && batch.outputs.some(({ kind }) => kind === 'preset');
}

/** Returns the open window, which counts until its end. */
function openWindow({ batch, now }: Pick<StartFacts, 'batch' | 'now'>): {
  photoIds: string[];
  credits: number;
} {
  const { photoIds, credits, endsAt } = batch.window;
  if (endsAt === null || new Date(endsAt) <= now) return { photoIds: [], credits: 0 };
  return { photoIds, credits };
}

/** Returns the offer for photos of the open window that can run again without a credit, when there are any. */
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
