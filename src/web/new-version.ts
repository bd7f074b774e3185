import { showToast } from '#web/ui/toast.ts';

/**
 * Registers the service worker once the page has come to rest, and says when the server has a newer version of the app. Browsers
 * without one (plain http elsewhere than on this machine) do without.
 */
export function followVersions(): void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!import.meta.env.PROD || container === undefined) return;
  const start = async () => {
    const registration = await container.register('/service-worker.js');
    if (registration.waiting) offer(container, registration.waiting);
    registration.addEventListener('updatefound', () => {
      const next = registration.installing;
      next?.addEventListener('statechange', () => {
        if (next.state === 'installed' && container.controller !== null) offer(container, next);
      });
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void registration.update().catch(() => undefined);
    });
  };
  const whenLoaded = () => void start().catch(() => undefined);
  if (document.readyState === 'complete') whenLoaded();
  else window.addEventListener('load', whenLoaded, { once: true });
}

function offer(container: ServiceWorkerContainer, next: ServiceWorker): void {
  showToast({
    text: 'Fotolot are o versiune nouă.',
    timeout: 0,
    action: {
      label: 'Reîncarcă',
      onPress: () => {
        container.addEventListener('controllerchange', () => window.location.reload(), { once: true });
        next.postMessage('take-over');
      },
    },
  });
}
