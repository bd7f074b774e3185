import type { Shot } from '#domain/shots/shots.ts';
import { isZip } from '#web/features/upload/pick/file-check.ts';
import type { LotDraft } from '#web/features/upload/queue/lot-maker.ts';

/** The upload queue: files go to their batch three at a time, in the order they were added; a refused file stops no other. */
export type UploadState =
  /** An archive whose photos are not known yet. */
  | { readonly kind: 'opening' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly sent: number }
  /** The connection broke; it goes on from `sent`. */
  | { readonly kind: 'retrying'; readonly sent: number }
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly message: string }
  /** The bytes are out of reach (begun in an earlier visit, gone from the disk): the same file has to be picked again. */
  | { readonly kind: 'file-needed' };

/** The guided shot that a file is. */
export type TakenShot = Pick<Shot, 'key' | 'kind'>;

export interface UploadItem {
  readonly id: string;
  readonly name: string;
  /** Bytes to upload. */
  readonly bytes: number;
  /** Size of the picked file; fewer bytes are uploaded once this device has shrunk it. */
  readonly pickedBytes: number;
  /** True when it is to be shrunk; decided when it was picked. */
  readonly shrinks: boolean;
  readonly lastModified: number;
  /** Folder that it was picked from; missing without one. */
  readonly folder?: string;
  /** Missing for a file that is no guided shot. */
  readonly shot?: TakenShot;
  /** True for a shot of which this browser could keep no copy: it is lost with its tab. */
  readonly isUnkept?: boolean;
  /** The batch it joins; null until that batch exists. */
  readonly batchId: string | null;
  /** What that batch will be made of; missing once it exists. */
  readonly lot?: LotDraft;
  /** The photo it becomes; null until the server knows the upload. */
  readonly photoId: string | null;
  readonly state: UploadState;
}

export type UploadEvent =
  | { readonly type: 'added'; readonly items: readonly UploadItem[] }
  /** The batch that was drafted under this key exists. */
  | { readonly type: 'placed'; readonly lotKey: string; readonly batchId: string }
  | { readonly type: 'redrafted'; readonly lot: LotDraft }
  /** The batch is given up: its files wait for the one that is drafted. */
  | { readonly type: 'displaced'; readonly batchId: string; readonly lot: LotDraft }
  /** An archive's photos are on the list; `note` says what is not. */
  | { readonly type: 'opened'; readonly id: string; readonly note: string | null }
  | { readonly type: 'started'; readonly id: string }
  | { readonly type: 'shrunk'; readonly id: string; readonly bytes: number }
  | { readonly type: 'progressed'; readonly id: string; readonly sent: number }
  | { readonly type: 'interrupted'; readonly id: string }
  | { readonly type: 'announced'; readonly id: string; readonly photoId: string }
  | { readonly type: 'finished'; readonly id: string }
  | { readonly type: 'refused'; readonly id: string; readonly message: string }
  /** The person has a refused one sent once more. */
  | { readonly type: 'again'; readonly id: string }
  /** Its batch is gone: it goes into another one, by its id or as it is drafted. */
  | { readonly type: 'moved'; readonly id: string; readonly to: string | LotDraft }
  | { readonly type: 'unkept'; readonly id: string }
  | { readonly type: 'file-found'; readonly id: string }
  | { readonly type: 'file-lost'; readonly id: string }
  | { readonly type: 'removed'; readonly id: string };

const PARALLEL_UPLOADS = 3;

export function nextQueue(items: readonly UploadItem[], event: UploadEvent): readonly UploadItem[] {
  switch (event.type) {
    case 'added': {
      const known = new Set(items.map(({ id }) => id));
      return [...items, ...event.items.filter(({ id }) => !known.has(id))];
    }
    case 'placed':
      return items.map((item) => {
        const { lot, ...rest } = item;
        return lot?.key === event.lotKey ? { ...rest, batchId: event.batchId } : item;
      });
    case 'redrafted':
      return items.map((item) => (item.lot?.key === event.lot.key ? { ...item, lot: event.lot } : item));
    case 'displaced':
      return items.map((item) =>
        item.batchId === event.batchId ? { ...item, batchId: null, lot: event.lot } : item,
      );
    case 'moved':
      return items.map((item) => (item.id === event.id ? moveTo(item, event.to) : item));
    case 'unkept':
      return items.map((item) => (item.id === event.id ? { ...item, isUnkept: true } : item));
    case 'removed':
      return items.filter(({ id }) => id !== event.id);
    case 'opened':
      return items.flatMap((item) => {
        if (item.id !== event.id) return [item];
        return event.note === null ? [] : [{ ...item, state: { kind: 'refused', message: event.note } }];
      });
    case 'shrunk':
      return items.map((item) => (item.id === event.id ? { ...item, bytes: event.bytes } : item));
    case 'announced':
      return items.map((item) => (item.id === event.id ? { ...item, photoId: event.photoId } : item));
    default:
      return items.map((item) => (item.id === event.id ? { ...item, state: nextState(item, event) } : item));
  }
}

function moveTo({ lot: _, ...item }: UploadItem, to: string | LotDraft): UploadItem {
  const joins = typeof to === 'string' ? { batchId: to } : { batchId: null, lot: to };
  return { ...item, ...joins, photoId: null, state: { kind: 'waiting' } };
}

function nextState(item: UploadItem, event: UploadEvent): UploadState {
  const { state } = item;
  if (state.kind === 'refused' && event.type === 'again') return { kind: 'waiting' };
  if (state.kind === 'sent' || state.kind === 'refused') return state;
  switch (event.type) {
    case 'started':
      return { kind: 'sending', sent: sentBytes(item) };
    case 'progressed':
      return { kind: 'sending', sent: Math.min(event.sent, item.bytes) };
    case 'interrupted':
      return { kind: 'retrying', sent: sentBytes(item) };
    case 'finished':
      return { kind: 'sent' };
    case 'refused':
      return { kind: 'refused', message: event.message };
    case 'file-lost':
      return { kind: 'file-needed' };
    case 'file-found':
      return { kind: isZip(item) ? 'opening' : 'waiting' };
    default:
      return state;
  }
}

/** Returns the files to start now, so that at most three are under way. */
export function listStartable(items: readonly UploadItem[], parallel = PARALLEL_UPLOADS): UploadItem[] {
  const busy = items.filter(({ state }) => state.kind === 'sending' || state.kind === 'retrying').length;
  return items
    .filter(({ state, batchId }) => state.kind === 'waiting' && batchId !== null)
    .slice(0, Math.max(0, parallel - busy));
}

export function sentBytes({ state, bytes }: UploadItem): number {
  if (state.kind === 'sent') return bytes;
  return state.kind === 'sending' || state.kind === 'retrying' ? state.sent : 0;
}

/** True while neither sent nor refused. */
export function isUnfinished({ state }: UploadItem): boolean {
  return state.kind !== 'sent' && state.kind !== 'refused';
}

/** True when it will finish without the user's help. */
export function isOnItsWay(item: UploadItem): boolean {
  return isUnfinished(item) && item.state.kind !== 'file-needed';
}

/** True for a refused shot: no other copy of it may exist, so it stays in this browser until the person takes it off the list. */
export function isHeldBack({ shot, state }: UploadItem): boolean {
  return shot !== undefined && state.kind === 'refused';
}

/** True for a shot that is lost with its tab. */
export function isInDanger(item: UploadItem): boolean {
  return item.isUnkept === true && item.shot !== undefined && item.state.kind !== 'sent';
}
