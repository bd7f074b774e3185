/**
 * A document's way into RO e-Factura, as data: what to do next and when, and what each answer makes of it. An upload is written down before
 * it is called, so that one whose process ended counts as lost.
 */

/** Places that documents are sent to. Trials go to the first two alone, real documents to ANAF's live one alone. */
export type AnafBase = 'stand-in' | 'test' | 'live';

/** Returns the place that a mode sends to; null: nothing is sent. */
export function baseOf(mode: string): AnafBase | null {
  return mode === 'stand-in' || mode === 'test' || mode === 'live' ? mode : null;
}

/** True where a document of an order's mode goes to that place. */
export function isSentTo(base: AnafBase, orderMode: string): boolean {
  return (orderMode === 'live') === (base === 'live');
}

export const SENDING_STATES = [
  /** Not with ANAF. */
  'waiting',
  /** The upload is called now; found by another process: it was called, and no answer was read. */
  'sending',
  /** It may be with ANAF: looked for in the list, then sent again. */
  'unknown',
  /** ANAF gave an index and works on it. */
  'sent',
  /** Rejected; the file that says why is fetched. */
  'nok',
  /** Accepted; the signed file is kept, or fetched. */
  'accepted',
  'rejected',
] as const;
export type SendingState = (typeof SENDING_STATES)[number];

export interface Sending {
  readonly state: SendingState;
  /** When its next step is due; null: none is. */
  readonly nextAt: Date | null;
  /** Calls of the present state that brought nothing. */
  readonly tries: number;
  /** The last upload. */
  readonly startedAt: Date | null;
  /** The last upload whose outcome no answer told; null: none is open. */
  readonly unknownSince: Date | null;
  /** When the same bytes may be sent again. */
  readonly againAt: Date | null;
  /** When it was last looked for in vain. */
  readonly lookedAt: Date | null;
  readonly uploadIndex: string | null;
  /** Times an index was taken from „a mai fost transmisa anterior”. */
  readonly follows: number;
  readonly downloadId: string | null;
  readonly acceptedAt: Date | null;
  /** The signed file: fetched, kept, or past fetching. */
  readonly zip: 'none' | 'kept' | 'gone';
  /** ANAF's own sentences. */
  readonly errors: string | null;
}

export type SendingStep = 'upload' | 'look' | 'poll' | 'download' | 'lost';

export type SendingEvent =
  /** Written down before the upload is called. */
  | { readonly type: 'begun' }
  | { readonly type: 'uploaded'; readonly index: string }
  /** The upload may have arrived; `technical`: ANAF said so in a sentence. */
  | { readonly type: 'unclear'; readonly technical: boolean }
  /** Nothing arrived, and that is no fault of the document. */
  | { readonly type: 'put-off' }
  | { readonly type: 'refused'; readonly detail: string }
  | { readonly type: 'found'; readonly index: string; readonly downloadId: string }
  | { readonly type: 'absent' }
  | { readonly type: 'in-progress' }
  | { readonly type: 'ok'; readonly downloadId: string }
  | { readonly type: 'nok'; readonly downloadId: string | null; readonly detail: string | null }
  /** A look, poll or download without a usable answer. */
  | { readonly type: 'unread' }
  /** ANAF does not know the index. */
  | { readonly type: 'index-refused'; readonly detail: string }
  /** The signed file was kept, and is ours. */
  | { readonly type: 'zip-kept' }
  | { readonly type: 'zip-gone' }
  /** The file of an index that was followed has another document. */
  | { readonly type: 'foreign'; readonly detail: string }
  | { readonly type: 'errors-read'; readonly errors: string }
  /** An admin has it sent again. */
  | { readonly type: 'again' };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Minutes between polls; the last one goes on. */
const POLLS = [1, 2, 4, 8, 15, 30, 60];
/** Minutes between tries of an upload that did not arrive. */
const UPLOADS = [1, 2, 4, 8, 15];
/** Minutes between downloads: under ten a day. */
const DOWNLOADS = [1, 5, 15, 60, 360];
/** Minutes after an upload at which it is looked for. ANAF's list is up to 15 minutes late. */
const LOOKS = [20, 40, 60, 120, 180, 240, 300, 360];
/** Minutes after a look that led no further: an hour each for a day, then a day. */
const VAIN_LOOKS = [5, 10, 20, 40, ...Array<number>(24).fill(60), 24 * 60];
const AGAIN_AFTER = { technical: HOUR, silent: 6 * HOUR };
/** An upload begins within this time of a look that found nothing. */
const LOOK_LASTS = 5 * MINUTE;
/** Times that an index is refused before the document counts as rejected. */
const MOST_REFUSALS = 5;
/** Times that the file of a rejection was not read, after which the admins hear of it all the same: some hours. */
export const READS_BEFORE_ALARM = 6;
const MOST_FOLLOWS = 3;
export const ALARM_AFTER_HOURS = 24;

/** Sentence of a rejection whose file could not be read. */
export const NO_REASON = 'ANAF nu a spus de ce.';

export function newSending(at: Date): Sending {
  return {
    state: 'waiting',
    nextAt: at,
    tries: 0,
    startedAt: null,
    unknownSince: null,
    againAt: null,
    lookedAt: null,
    uploadIndex: null,
    follows: 0,
    downloadId: null,
    acceptedAt: null,
    zip: 'none',
    errors: null,
  };
}

/** Returns the step that is due; null: none is yet. */
export function stepOf(sending: Sending, now: Date): SendingStep | null {
  const { state, nextAt, zip } = sending;
  if (nextAt === null || nextAt > now) return null;
  switch (state) {
    case 'waiting':
      return 'upload';
    case 'sending':
      return 'lost';
    case 'unknown':
      return mayGoAgain(sending, now) ? 'upload' : 'look';
    case 'sent':
      return 'poll';
    case 'nok':
      return 'download';
    case 'accepted':
      return zip === 'none' ? 'download' : null;
    case 'rejected':
      return null;
  }
}

/** True where the bytes may be sent again: long enough after the upload, and right after a look that did not find it. */
function mayGoAgain({ againAt, lookedAt }: Sending, now: Date): boolean {
  if (againAt === null || lookedAt === null || now < againAt || lookedAt < againAt) return false;
  return now.getTime() - lookedAt.getTime() <= LOOK_LASTS;
}

/** Returns the index that „Factura a mai fost transmisa anterior cu index=N” names, else null. */
export function earlierIndex(detail: string): string | null {
  return /a mai fost transmis[aă]? anterior[^=]*index\s*=\s*0*([1-9]\d{0,19})/i.exec(detail)?.[1] ?? null;
}

/** Returns what an event makes of a sending. Throws an Error for one that cannot come in its state. */
export function applyEvent(sending: Sending, event: SendingEvent, now: Date): Sending {
  const next = NEXT[sending.state]?.(sending, event, now);
  if (!next) throw new Error(`a sending that is ${sending.state} has no ${event.type}`);
  return next;
}

type Rule = (sending: Sending, event: SendingEvent, now: Date) => Sending | null;

const NEXT: Readonly<Record<SendingState, Rule>> = {
  waiting: (sending, event, now) =>
    event.type === 'begun' ? begin(sending, now) : putOff(sending, event, now),
  sending: afterUpload,
  unknown: afterLook,
  sent: afterPoll,
  nok: afterErrors,
  accepted: afterDownload,
  rejected: (sending, event, now) =>
    event.type === 'again' ? { ...newSending(now), startedAt: sending.startedAt } : null,
};

function begin(sending: Sending, now: Date): Sending {
  return { ...sending, state: 'sending', startedAt: now, nextAt: plus(now, LOST_AFTER) };
}

/** An upload without an answer after this time was lost: a call takes two minutes at most. */
const LOST_AFTER = 5 * MINUTE;

function putOff(sending: Sending, event: SendingEvent, now: Date): Sending | null {
  return event.type === 'put-off' ? { ...sending, nextAt: plus(now, 5 * MINUTE) } : null;
}

function afterUpload(sending: Sending, event: SendingEvent, now: Date): Sending | null {
  switch (event.type) {
    case 'uploaded':
      return follow(sending, event.index, now);
    case 'unclear':
      return loseSight(sending, event.technical);
    case 'put-off': {
      const tries = sending.tries + 1;
      const state = sending.unknownSince ? 'unknown' : 'waiting';
      return { ...sending, state, tries, nextAt: plus(now, pause(UPLOADS, tries)) };
    }
    case 'refused':
      return settle(sending, event.detail, now);
    default:
      return null;
  }
}

/** The time counts from the upload, whenever its loss is noticed. */
function loseSight(sending: Sending, technical: boolean): Sending {
  const since = sending.startedAt;
  if (!since) throw new Error('lost before it began');
  return {
    ...sending,
    state: 'unknown',
    tries: 0,
    unknownSince: since,
    againAt: plus(since, technical ? AGAIN_AFTER.technical : AGAIN_AFTER.silent),
    lookedAt: null,
    nextAt: plus(since, pause(LOOKS, 1)),
  };
}

function afterLook(sending: Sending, event: SendingEvent, now: Date): Sending | null {
  const { unknownSince, againAt } = sending;
  switch (event.type) {
    case 'begun':
      return mayGoAgain(sending, now) ? begin(sending, now) : null;
    case 'found':
      return { ...accept({ ...sending, uploadIndex: event.index }, event.downloadId, now), lookedAt: now };
    case 'absent': {
      if (!unknownSince || !againAt) return null;
      if (now >= againAt) return { ...sending, lookedAt: now, nextAt: now };
      const later = LOOKS.map((minutes) => plus(unknownSince, minutes * MINUTE)).find((at) => at > now);
      return { ...sending, lookedAt: now, nextAt: later && later < againAt ? later : againAt };
    }
    case 'unread': {
      const tries = sending.tries + 1;
      return { ...sending, tries, nextAt: plus(now, pause(VAIN_LOOKS, tries)) };
    }
    default:
      return null;
  }
}

/** Follows an index: of our upload, or of an earlier one that ANAF names. */
function follow(sending: Sending, index: string, now: Date): Sending {
  return {
    ...sending,
    state: 'sent',
    uploadIndex: index,
    downloadId: null,
    unknownSince: null,
    againAt: null,
    lookedAt: null,
    tries: 0,
    errors: null,
    nextAt: plus(now, pause(POLLS, 1)),
  };
}

/** Ends with ANAF's sentence, or follows the earlier index that it names. */
function settle(sending: Sending, detail: string, now: Date): Sending {
  const index = earlierIndex(detail);
  if (index !== null && index !== sending.uploadIndex && sending.follows < MOST_FOLLOWS)
    return { ...follow(sending, index, now), follows: sending.follows + 1 };
  return reject(sending, detail);
}

function reject(sending: Sending, errors: string): Sending {
  return {
    ...sending,
    state: 'rejected',
    errors: errors || NO_REASON,
    nextAt: null,
    tries: 0,
    unknownSince: null,
    againAt: null,
    lookedAt: null,
  };
}

function accept(sending: Sending, downloadId: string, now: Date): Sending {
  return {
    ...sending,
    state: 'accepted',
    downloadId,
    acceptedAt: now,
    unknownSince: null,
    againAt: null,
    lookedAt: null,
    tries: 0,
    nextAt: now,
  };
}

function afterPoll(sending: Sending, event: SendingEvent, now: Date): Sending | null {
  const tries = sending.tries + 1;
  const later = { ...sending, tries, nextAt: plus(now, pause(POLLS, tries + 1)) };
  switch (event.type) {
    case 'ok':
      return accept(sending, event.downloadId, now);
    case 'nok': {
      const { downloadId, detail } = event;
      if (downloadId === null) return settle(sending, detail ?? '', now);
      return { ...sending, state: 'nok', downloadId, tries: 0, errors: detail, nextAt: now };
    }
    case 'in-progress':
    case 'unread':
      return later;
    case 'index-refused':
      return tries >= MOST_REFUSALS ? reject(sending, event.detail) : later;
    default:
      return null;
  }
}

function afterErrors(sending: Sending, event: SendingEvent, now: Date): Sending | null {
  const tries = sending.tries + 1;
  switch (event.type) {
    case 'errors-read':
      return settle(sending, event.errors || (sending.errors ?? ''), now);
    case 'zip-gone':
      return settle(sending, sending.errors ?? '', now);
    case 'unread':
      // Never given up: an earlier upload may have been accepted, and only this file says so.
      return { ...sending, tries, nextAt: plus(now, pause(DOWNLOADS, tries)) };
    default:
      return null;
  }
}

function afterDownload(sending: Sending, event: SendingEvent, now: Date): Sending | null {
  const tries = sending.tries + 1;
  switch (event.type) {
    case 'zip-kept':
      return { ...sending, zip: 'kept', nextAt: null, tries: 0 };
    case 'zip-gone':
      return { ...sending, zip: 'gone', nextAt: null, tries: 0 };
    case 'foreign':
      return { ...reject(sending, event.detail), acceptedAt: null };
    case 'unread':
      return { ...sending, tries, nextAt: plus(now, pause(DOWNLOADS, tries)) };
    default:
      return null;
  }
}

/** Returns the pause before the n-th try, in milliseconds. */
function pause(minutes: readonly number[], nth: number): number {
  return (minutes[Math.min(nth, minutes.length) - 1] ?? 0) * MINUTE;
}

function plus(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() + milliseconds);
}
