import { createStore, useStore } from '#web/api/store.ts';
import { attempt } from '#web/session/memory.ts';

/**
 * Whether this browser tells when a long run is over. The browser's own permission comes first; beside it stands what the person said
 * here, so that nobody is asked twice.
 */
type Answer = 'accepted' | 'refused' | null;

const KEY = 'fotolot.notices';
const answer = createStore<Answer>(stored());

function stored(): Answer {
  const value = attempt(() => localStorage.getItem(KEY));
  return value === 'accepted' || value === 'refused' ? value : null;
}

/** Phones' browsers often have none outside the installed app. */
export function noticesExist(): boolean {
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
  write(permission === 'granted' ? 'accepted' : 'refused');
}

export function refuseNotices(): void {
  write('refused');
}

function write(next: Answer): void {
  answer.write(next);
  keepNotices();
}

/** The browser's storage is emptied at sign-out; the answer is the browser's, not the account's. */
export function keepNotices(): void {
  const value = answer.read();
  if (value) attempt(() => localStorage.setItem(KEY, value));
}

interface Notice {
  readonly title: string;
  readonly body: string;
  /** One of these stands at a time, whichever tab it comes from. */
  readonly tag: string;
  /** Where a press leads. */
  readonly path: string;
}

/** By the service worker where there is one, since phones allow no other. False: the browser would not. */
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
