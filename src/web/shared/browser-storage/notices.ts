import { tryStorage } from '#web/api/browser-storage.ts';
import { createStore, useStore } from '#web/api/store.ts';

/**
 * Whether this browser tells when a long run is over. The browser's own permission comes first; the user's answer here is stored beside
 * it, so that the question is asked only once.
 */
type Answer = 'accepted' | 'refused' | null;

const KEY = 'fotolot.notices';
const answer = createStore<Answer>(readStoredAnswer());

function readStoredAnswer(): Answer {
  const value = tryStorage(() => localStorage.getItem(KEY));
  return value === 'accepted' || value === 'refused' ? value : null;
}

/** Phones' browsers often have none outside the installed app. */
function noticesExist(): boolean {
  return 'Notification' in window && window.isSecureContext;
}

/** `open`: never asked, or asked without an answer. */
export type Notices = 'none' | 'open' | 'on' | 'off' | 'blocked';

export function noticesNow(): Notices {
  if (!noticesExist()) return 'none';
  const said = answer.read();
  if (Notification.permission === 'denied') return 'blocked';
  if (said === 'refused') return 'off';
  if (Notification.permission === 'granted') return 'on';
  return said === null ? 'open' : 'off';
}

export function useNotices(): Notices {
  useStore(answer);
  return noticesNow();
}

/** Asks the browser, which may ask the person; a no of either is kept. */
export async function allowNotices(): Promise<void> {
  const permission = await Notification.requestPermission();
  saveAnswer(permission === 'granted' ? 'accepted' : 'refused');
}

export function refuseNotices(): void {
  saveAnswer('refused');
}

function saveAnswer(next: Answer): void {
  answer.write(next);
  keepNotices();
}

/** Stores the answer again after the sign-out has emptied the storage: it belongs to the browser, not to the account. */
export function keepNotices(): void {
  const value = answer.read();
  if (value) tryStorage(() => localStorage.setItem(KEY, value));
}

interface Notice {
  readonly title: string;
  readonly body: string;
  /** Notices with the same tag replace each other, whichever tab they come from. */
  readonly tag: string;
  /** The path that a press opens. */
  readonly path: string;
}

/** Uses the service worker where there is one, since phones allow no other. Returns false when the browser refuses. */
export async function showNotice({ title, body, tag, path }: Notice, open: () => void): Promise<boolean> {
  const options = { body, tag, lang: 'ro', icon: '/icon-192.png', data: { path } };
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration?.active) {
      await registration.showNotification(title, options);
      return true;
    }
    new Notification(title, options).addEventListener('click', () => {
      window.focus();
      open();
    });
    return true;
  } catch {
    return false;
  }
}
