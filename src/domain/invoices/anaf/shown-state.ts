import { type AnafBase, isSentTo, SENDING_STATES, type SendingState } from './sending.ts';

/** What admins see of a document, besides how far it is with ANAF. */
export const SHOWN_STATES = [
  /** Issued in no time of sending: it goes only at a press. */
  'before',
  /** The same while none has begun: ANAF is to be connected first. */
  'unconnected',
  /** A trial that is sent nowhere. */
  'trial',
  /** It was sent, and its answer is no longer read from here. */
  'unwatched',
  ...SENDING_STATES,
] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** A document, with its sending where it has one. */
export interface Shown {
  /** Of its order. */
  readonly mode: string;
  readonly sending: { readonly base: AnafBase; readonly state: SendingState } | null;
  /** It was let go, or issued, before the present time of sending began; null: none has begun. */
  readonly isFromBefore: boolean | null;
}

/** Returns a document's one state where documents are sent to `base`; null: nothing was sent from here and nothing will be. */
export function shownState({ mode, sending, isFromBefore }: Shown, base: AnafBase | null): ShownState | null {
  const state = sending?.state ?? 'waiting';
  if (state === 'accepted' || state === 'rejected' || state === 'nok') return state;
  const isWatched = base !== null && (sending ? sending.base === base : isSentTo(base, mode));
  if (isWatched && state === 'waiting' && isFromBefore !== false)
    return isFromBefore === null ? 'unconnected' : 'before';
  if (isWatched) return state;
  if (mode !== 'live') return base === null && sending === null ? null : 'trial';
  return state === 'waiting' ? null : 'unwatched';
}

/** True where an admin may mark a real document as handed in: it is neither with ANAF, as far as is known, nor watched on its way there. */
export function mayBeMarked(sending: Shown['sending'], base: AnafBase | null): boolean {
  if (sending === null || sending.state === 'waiting' || sending.state === 'rejected') return true;
  return sending.state !== 'accepted' && sending.base !== base;
}

/** True where a document goes to ANAF at a press alone, though nothing refused it. */
export function waitsForPress(shown: Shown, base: AnafBase | null): boolean {
  const state = shownState(shown, base);
  return state === 'before' || (state === 'unknown' && shown.isFromBefore === true);
}
