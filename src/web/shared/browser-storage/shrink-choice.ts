import { tryStorage } from '#web/api/browser-storage.ts';
import { createStore, useStore } from '#web/api/store.ts';

/** Whether this device shrinks photos before upload; null when not chosen: then phones do, and browsers set to save data. */
type Choice = 'on' | 'off' | null;

const KEY = 'fotolot.shrink';
const choice = createStore<Choice>(readStoredChoice());

function readStoredChoice(): Choice {
  const value = tryStorage(() => localStorage.getItem(KEY));
  return value === 'on' || value === 'off' ? value : null;
}

export function shrinksNow(): boolean {
  return choice.read() === null ? isPhone() || savesData() : choice.read() === 'on';
}

export function useShrinks(): boolean {
  useStore(choice);
  return shrinksNow();
}

export function chooseShrinking(isOn: boolean): void {
  choice.write(isOn ? 'on' : 'off');
  keepShrinking();
}

/** Stores the choice again after the sign-out has emptied the storage: it belongs to the device, not to the account. */
export function keepShrinking(): void {
  const value = choice.read();
  if (value) tryStorage(() => localStorage.setItem(KEY, value));
}

const TABLETS_FROM = 600;

function isPhone(): boolean {
  return matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) < TABLETS_FROM;
}

/** False in browsers that do not tell. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
