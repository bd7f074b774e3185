import { identity } from '#web/session/auth.ts';
import { showToast } from '#web/ui/layers/toast.ts';

/**
 * Registers the service worker once the page has come to rest, and says when the server has a newer version of the app. Browsers
 * without one (plain http elsewhere than on this machine) do without.
 */
export function followVersions(): void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!import.meta.env.PROD || container === undefined) return;
  const start = async () => {
    const register = () => container.register('/service-worker.js');
    const registration = await register();
    // Signing out clears the browser's storage, the worker with it; no page is loaded before the next sign-in.
    identity.subscribe(() => {
      if (identity.read().state === 'out') void register().catch(() => undefined);
    });
    offerNewer(container, registration, () => window.location.reload());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void registration.update().catch(() => undefined);
    });
  };
  const whenLoaded = () => void start().catch(() => undefined);
  if (document.readyState === 'complete') whenLoaded();
  else window.addEventListener('load', whenLoaded, { once: true });
}

/**
 * Offers the newer version. A worker that waits is one only behind a worker that serves this page: on a first visit WebKit shows the very
 * first worker waiting for a moment, before it becomes the active one by itself.
 */
export function offerNewer(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  reload: () => void,
): void {
  const look = (next: ServiceWorker | null) => {
    if (next?.state !== 'installed' || registration.active === null || container.controller === null) return;
    showToast({
      text: 'Fotolot are o versiune nouă.',
      timeout: 0,
      action: { label: 'Reîncarcă', onPress: () => takeOver(container, registration, reload) },
    });
  };
  const watch = () => {
    const next = registration.installing;
    next?.addEventListener('statechange', () => look(next));
  };
  look(registration.waiting);
  watch();
  registration.addEventListener('updatefound', watch);
}

/** Reloads once the newest version is in charge, whichever way the browser says so; at once where none waits any more. */
function takeOver(
  container: ServiceWorkerContainer,
  { waiting: next }: ServiceWorkerRegistration,
  reload: () => void,
): void {
  if (next === null) {
    reload();
    return;
  }
  const done = new AbortController();
  const finish = () => {
    done.abort();
    reload();
  };
  container.addEventListener('controllerchange', finish, { signal: done.signal });
  const look = () => (next.state === 'activated' || next.state === 'redundant') && finish();
  next.addEventListener('statechange', look, { signal: done.signal });
  next.postMessage('take-over');
}
