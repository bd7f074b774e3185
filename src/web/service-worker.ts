/// <reference lib="webworker" />
/** Paths of the shell's files; the build writes them in. */
declare const __SHELL__: readonly string[];

/**
 * Keeps the shell at hand: the page itself and its hashed files, so that the installed app opens without a connection. Nothing of the
 * API, no photo and no document ever passes through here, nor the one that counts. Takes what other apps share into
 * /upload, and leads from a notice to its lot.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;
const SHELL = __SHELL__;
const PAGE = '/';
/** Read before the first paint; its name is not hashed. */
const THEME = '/theme.js';
/** The first file names all the others, so its name changes with any of them. */
const CACHE = `shell ${SHELL[0]}`;
const SHARED = 'shared';

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, THEME, ...SHELL])));
});

worker.addEventListener('activate', (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name !== CACHE && name !== SHARED) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

/** The page asks for this when the person has agreed to the new version. */
worker.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin) return;
  if (request.method === 'POST' && pathname === '/upload') event.respondWith(takeShared(request));
  else if (request.method !== 'GET') return;
  else if (request.mode === 'navigate') {
    if (!/^\/(api|legal|avatars|assets|healthz|measure)\b/.test(pathname))
      event.respondWith(freshOrKept(request, PAGE));
  } else if (pathname === THEME) event.respondWith(freshOrKept(request, THEME));
  else if (pathname.startsWith('/assets/')) event.respondWith(assetOf(request));
});

/** A notice leads to its page: in a tab that is open, without loading it anew, for files may be on their way there. */
worker.addEventListener('notificationclick', (event) => {
  const { path } = event.notification.data as { path: string };
  event.notification.close();
  event.waitUntil(openPage(path));
});

async function openPage(path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path) ?? pages[0];
  page?.postMessage({ open: path });
  await (page ? page.focus() : worker.clients.openWindow(path));
}

/** The server's, for it may be newer; without a connection the one that is at hand. */
async function freshOrKept(request: Request, key: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(key, { cacheName: CACHE });
    if (kept === undefined) throw error;
    return kept;
  }
}

/** A hashed file never changes. */
async function assetOf(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const fetched = await fetch(request);
  if (fetched.status === 200) await cache.put(request, fetched.clone());
  return fetched;
}

/** Files that another app shares wait in the browser until the person takes them in /upload. */
async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData();
  // What was shared before and never taken is not part of this.
  await caches.delete(SHARED);
  const cache = await caches.open(SHARED);
  const files = form.getAll('photos').filter((value) => value instanceof File);
  for (const [at, file] of files.entries()) {
    const headers = {
      'x-name': encodeURIComponent(file.name),
      'x-modified': String(file.lastModified),
      'x-shared': String(Date.now()),
    };
    await cache.put(`/shared/${String(at).padStart(4, '0')}`, new Response(file, { headers }));
  }
  return Response.redirect('/upload?shared', 303);
}
