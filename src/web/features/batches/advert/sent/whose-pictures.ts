import type { Sending, SentPicture } from '#contract/adverts/sendings.ts';
import type { Batch } from '#contract/batches.ts';
import type { SiteName } from '#domain/adverts/sites.ts';

/** Whose pictures an advert has, as far as its sendings tell. */

type Sent = readonly { readonly source: SentPicture }[];

/** A file of the lot that was sent: made anew it has another id, and its photo's stays. */
export interface SentFile {
  readonly key: string;
  /** Null where it is not known any more. */
  readonly photoId: string | null;
}

/** Returns the lot's files in their order as an advert was sent them the last time. */
export function listSentFiles(
  sendings: readonly Sending[],
  { site, advertId }: { readonly site: SiteName; readonly advertId: string },
): SentFile[] {
  const files = sendings
    .filter((each) => each.site === site && each.advert.id === advertId)
    .map(({ pictures }) =>
      pictures.flatMap(({ source, photoId = null }) =>
        'result' in source ? { key: source.result, photoId } : [],
      ),
    );
  return files.find(({ length }) => length > 0) ?? [];
}

/** True for a sending that put an advert's former pictures back. */
export function isUndo(pictures: Sent): boolean {
  return pictures.length > 0 && pictures.every(({ source }) => 'former' in source);
}

/** True when files of a sending were made anew since: the advert shows those of before. */
export function isOutdated(pictures: Sent, batch: Pick<Batch, 'results'>): boolean {
  return pictures.some(({ source }) => 'result' in source && batch.results[source.result] === undefined);
}

/** `lot`: as the lot's last sending put them in. `sent`: the same, and the lot was made anew since. `former`: others. */
export type Whose = 'lot' | 'sent' | 'former';

interface Known {
  readonly batch: Pick<Batch, 'results'>;
  /** All of the lot, the newest first. */
  readonly sendings: readonly Sending[];
}

/** Returns whose pictures an advert has after a sending that is done. */
export function tellAfter(sending: Sending, known: Known): Whose {
  return tellWhose(sending, nameAfter(sending, known.sendings), known);
}

/** Returns whose pictures an advert had before a sending: these are put back when it is undone. */
export function tellBefore(sending: Sending, known: Known): Whose {
  return tellWhose(sending, nameBefore(sending, known.sendings), known);
}

function tellWhose(of: Sending, name: string, { batch, sendings }: Known): Whose {
  const last = sendings.find(
    (each) => each.state === 'done' && !isUndo(each.pictures) && isSameAdvert(each, of),
  );
  if (last === undefined || nameAfter(last, sendings) !== name) return 'former';
  return isOutdated(last.pictures, batch) ? 'sent' : 'lot';
}

/**
 * Returns the earlier sendings into the same advert whose former pictures can still be put back: one for each set of pictures, without the set
 * that the advert has now and the one that comes back when `shown` itself is undone.
 */
export function listReachable(shown: Sending, sendings: readonly Sending[]): Sending[] {
  const names = new Set<string>();
  if (shown.state === 'done') names.add(nameAfter(shown, sendings));
  if (canUndo(shown)) names.add(nameBefore(shown, sendings));
  return sendings.filter((each) => {
    const name = nameBefore(each, sendings);
    const isReachable =
      isSameAdvert(each, shown) && canUndo(each) && !isUndo(each.pictures) && each.id !== shown.id;
    if (!isReachable || names.has(name)) return false;
    names.add(name);
    return true;
  });
}

/** True while the advert's former pictures can be put back. */
export function canUndo({ state, undoUntil, connectionId }: Sending): boolean {
  return state === 'done' && undoUntil !== null && connectionId !== null;
}

function isSameAdvert(a: Sending, b: Sending): boolean {
  return a.site === b.site && a.seller === b.seller && a.advert.id === b.advert.id;
}

/** Names what an advert has after a sending: the same pictures have one name, however they came. */
function nameAfter({ id, pictures, undoes }: Sending, sendings: readonly Sending[]): string {
  if (isUndo(pictures)) {
    const undone = sendings.find((each) => each.id === undoes);
    return undone === undefined ? id : nameBefore(undone, sendings);
  }
  const files = pictures.flatMap(({ source }) => ('result' in source ? source.result : []));
  return files.length === pictures.length ? files.join(' ') : id;
}

function nameBefore({ id, follows }: Sending, sendings: readonly Sending[]): string {
  const before = sendings.find((each) => each.id === follows);
  if (before !== undefined) return nameAfter(before, sendings);
  // Another lot's sending stands for what it put in.
  return follows ?? `before ${id}`;
}
