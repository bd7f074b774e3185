import { tryStorage } from '#web/api/browser-storage.ts';

const KEY = 'fotolot.own-camera';

/** True where the person takes guided shots with the phone's own camera app. */
export function prefersOwnCamera(): boolean {
  return tryStorage(() => localStorage.getItem(KEY)) === 'on';
}

export function chooseOwnCamera(isOn: boolean): void {
  tryStorage(() => (isOn ? localStorage.setItem(KEY, 'on') : localStorage.removeItem(KEY)));
}
