import { createStore, useStore } from '#web/api/store.ts';
import { attempt } from '#web/session/memory.ts';

/** Whether this device makes photos smaller before it sends them. Where nobody chose, phones do, and whoever asked the browser to save data. */
type Choice = 'on' | 'off' | null;

const KEY = 'fotolot.shrink';
const choice = createStore<Choice>(stored());

function stored(): Choice {
  const value = attempt(() => localStorage.getItem(KEY));
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

/** The browser's storage is emptied at sign-out; the answer is the device's, not the account's. */
export function keepShrinking(): void {
  const value = choice.read();
  if (value) attempt(() => localStorage.setItem(KEY, value));
}

const TABLETS_FROM = 600;

function isPhone(): boolean {
  return matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) < TABLETS_FROM;
}

/** Not every browser tells. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
