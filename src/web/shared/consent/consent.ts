import type { UserDocument } from '#contract/users.ts';
import { tryStorage } from '#web/api/browser-storage.ts';
import { createStore, useStore } from '#web/api/store.ts';
import type { MeasuredEvent } from '#web/shared/consent/measured.ts';
import type { Measuring } from '#web/shared/consent/measuring.ts';

/** Statistics need a yes. Before it nothing is loaded and nothing is kept; after a no the choice itself is all that is. */
type Choice = 'accepted' | 'refused' | null;

const KEY = 'fotolot.statistics';
/** Stored values of the choice: a consent from before Google was named does not count. */
const STORED = { accepted: 'google', refused: 'refused' } as const;
const choice = createStore<Choice>(readStoredConsent());
/** True when the server offers statistics. */
const offered = createStore(false);
const askedAgain = createStore(false);
let measuring: Promise<Measuring> | null = null;
/** Told after a yes and before the server has said that there is something to count with. */
let waiting: MeasuredEvent[] = [];

function readStoredConsent(): Choice {
  const value = tryStorage(() => localStorage.getItem(KEY));
  return value === STORED.accepted ? 'accepted' : value === STORED.refused ? 'refused' : null;
}

/** Takes the server's word, sent with every session, whether statistics are offered. */
export function offerStatistics(isOffered: boolean): void {
  offered.write(isOffered);
  applyChoice();
}

export function chooseStatistics(next: 'accepted' | 'refused'): void {
  askedAgain.write(false);
  choice.write(next);
  keepChoice();
  applyChoice();
}

/** The browser's storage is emptied at sign-out; the answer is the browser's, not the account's. */
export function keepChoice(): void {
  const value = choice.read();
  if (value) tryStorage(() => localStorage.setItem(KEY, STORED[value]));
}

/** Brings the bar back for who wants to answer otherwise; until then the answer stands. */
export function askAgain(): void {
  askedAgain.write(true);
}

/** Counts it if the person agreed. */
export function measureEvent(measured: MeasuredEvent): void {
  if (measuring) void measuring.then(({ send }) => send(measured), ignoreError);
  else if (choice.read() === 'accepted' && measured.what !== 'page') waiting.push(measured);
}

/** Counts a sign-up when a sign-in with Google has just opened the account: that is its first login. */
export function measureFirstLogin({ createdAt, lastLoginAt }: UserDocument): void {
  if (createdAt === lastLoginAt) measureEvent({ what: 'sign-up', method: 'google' });
}

const ignoreError = () => {};
const fetchMeasuring = () => import('#web/shared/consent/measuring.ts');
const isWanted = () => choice.read() === 'accepted' && offered.read();

function applyChoice(): void {
  if (isWanted()) {
    measuring ??= fetchMeasuring().then(({ startMeasuring }) => startMeasuring(isWanted));
    waiting.forEach(measureEvent);
    waiting = [];
  } else if (choice.read() === 'refused') {
    waiting = [];
    if (measuring) void measuring.then(({ stop }) => stop(), ignoreError);
    // Cookies of an earlier visit; without any, a refusal loads nothing.
    else if (/\b_ga/.test(document.cookie))
      void fetchMeasuring().then((it) => it.deleteCookies(), ignoreError);
    measuring = null;
  }
}

/** An answer given in one tab is every tab's. */
export function hearChoices(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY || newValue === null) return;
    choice.write(readStoredConsent());
    applyChoice();
  });
}

export function useStatistics() {
  return { isOffered: useStore(offered), choice: useStore(choice), isAskedAgain: useStore(askedAgain) };
}
