/** Pictures of a lot on their way into an advert. */

export const SENDING_STATES = [
  /** Files and former pictures are copied. */
  'preparing',
  /** The site is busy or away: tried again by itself. */
  'waiting',
  /** The change is with the site. */
  'sending',
  /** Whether the change was made is not known yet: the advert is read until it tells. */
  'checking',
  'done',
  /** Nothing of the advert was changed by it, as far as `failure` does not say otherwise. */
  'failed',
  /** The person gave it up before it was sent. */
  'stopped',
] as const;
export type SendingState = (typeof SENDING_STATES)[number];

/** States in which an advert takes no other sending. */
export const UNDER_WAY = ['preparing', 'waiting', 'sending', 'checking'] as const satisfies SendingState[];

export function isUnderWay(state: SendingState): boolean {
  return (UNDER_WAY as readonly SendingState[]).includes(state);
}

/** True while the person can give it up: no change is with the site. */
export function canStop(state: SendingState): boolean {
  return state === 'preparing' || state === 'waiting';
}

export const SENDING_FAILURES = [
  /** The account must be linked again. */
  'reconnect',
  /** What opens the account does so for reading alone. */
  'narrow',
  /** The site refuses the operator's registration. */
  'operator',
  /** The account is suspended here. */
  'suspended',
  'gone',
  'foreign',
  /** The advert is not as it was when the person looked. */
  'changed',
  /** Adverts in this state keep their pictures. */
  'not-open',
  'too-many',
  /** The site refuses other fields of the advert. */
  'refused',
  /** The site took a picture from us and did not accept it. */
  'pictures',
  /** The site never came for a picture. */
  'unreachable',
  /** Files of the lot went or were replaced after the press. */
  'files-changed',
  /** A former picture could not be copied, so there would be no way back. */
  'former',
  /** The person has as many copies of former pictures as are kept. */
  'former-full',
  'busy',
  'away',
  /** No answer, and the advert has its former pictures. */
  'not-sent',
  /** No answer, and the advert has neither the former pictures nor these. */
  'unclear',
  /** The access ended while the change was on its way, so that nothing more may be read or sent. */
  'cut-off',
  'unexpected',
] as const;
export type SendingFailure = (typeof SENDING_FAILURES)[number];

/** Days for which former pictures are kept, so that they can be put back. */
export const UNDO_DAYS = 7;
/** Bytes of former pictures that are kept of one person: some hundred adverts a week. */
export const MOST_FORMER_BYTES = 1_000_000_000;
/** Most pictures of one sending; a site's category may take fewer. */
export const MOST_SENT = 40;

/** What the site's first picture of the advert turned out to be. */
export const COVER_CHECKS = ['right', 'other', 'unknown'] as const;
export type CoverCheck = (typeof COVER_CHECKS)[number];

/** Whether sites can reach this installation: asked once of its own address; only a site's fetch proves it. */
export const REACHES = ['reached', 'doubt', 'unreachable'] as const;
export type Reach = (typeof REACHES)[number];
