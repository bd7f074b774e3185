/**
 * Keeps the screen on while `isBusy`, so that a phone does not fall asleep over an upload. The browser lets go when the page is hidden:
 * call it again when it is shown. Without that ability, or when it is refused, nothing happens.
 */
let held: Promise<WakeLockSentinel | null> | null = null;

export function keepAwake(isBusy: boolean): void {
  const lock = navigator.wakeLock as WakeLock | undefined;
  if (lock === undefined) return;
  if (!isBusy) {
    void held?.then((sentinel) => sentinel?.release());
    held = null;
  } else if (held === null && document.visibilityState === 'visible') {
    held = lock.request('screen').then(
      (sentinel) => {
        sentinel.addEventListener('release', () => {
          held = null;
        });
        return sentinel;
      },
      () => {
        held = null;
        return null;
      },
    );
  }
}
