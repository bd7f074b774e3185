import type { GoogleOutcome } from '#contract/auth.ts';
import type { GooglePurpose } from '#domain/users/google.ts';
import { GOOGLE_CHANNEL } from '#web/session/google/google-channel.ts';
import { noteGoogleAway } from '#web/session/google/google-return.ts';

interface Device {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

/** True on iOS, where every browser is WebKit. An iPad asking for desktop pages says it is a Mac, but Macs have no touch screen. */
export function isIosWebKit({ userAgent, maxTouchPoints }: Device): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

interface PopupWindow {
  readonly closed: boolean;
  close(): void;
}

export interface PopupDeps {
  open(): PopupWindow | null;
  /** Calls back with the outcome that the popup's last page reports. Returns a function that stops listening. */
  listen(hear: (outcome: GoogleOutcome) => void): () => void;
  sleep(ms: number): Promise<void>;
}

export type PopupEnd = GoogleOutcome | 'blocked' | 'closed';

export const POPUP_POLL_MS = 100;
/** Polls of a closed popup before giving up: the message with its outcome may arrive after it closes. */
export const CLOSED_POLLS = 10;

/** Opens the popup and returns how it ended: the outcome it reported, or blocked or closed. */
export async function waitForPopup({ open, listen, sleep }: PopupDeps): Promise<PopupEnd> {
  const heard: GoogleOutcome[] = [];
  const stop = listen((outcome) => heard.push(outcome));
  try {
    const popup = open();
    if (popup === null || popup.closed) return 'blocked';
    for (let closed = 0; heard.length === 0 && closed < CLOSED_POLLS; closed += popup.closed ? 1 : -closed) {
      await sleep(POPUP_POLL_MS);
    }
    popup.close();
    return heard[0] ?? 'closed';
  } finally {
    stop();
  }
}

/** True when the popup was blocked, closed or cancelled: the full-page redirect follows. */
export function needsRedirect(end: PopupEnd): end is 'blocked' | 'closed' | 'cancelled' {
  return end === 'blocked' || end === 'closed' || end === 'cancelled';
}

const POPUP_SIZE = { width: 480, height: 640 };

/** Returns the popup of this browser, in the middle of its window. */
export function browserPopup(url: string): PopupDeps {
  return {
    open: () => {
      const { width, height } = POPUP_SIZE;
      const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2);
      const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2);
      return window.open(url, '', `popup,width=${width},height=${height},left=${left},top=${top}`);
    },
    listen: (hear) => {
      const channel = new BroadcastChannel(GOOGLE_CHANNEL);
      channel.onmessage = ({ data }: MessageEvent<GoogleOutcome>) => hear(data);
      return () => channel.close();
    },
    sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  };
}

/** Sends the whole page to Google. */
export function goToGoogle(url: string, purpose: GooglePurpose): void {
  noteGoogleAway(purpose);
  window.location.assign(url);
}
