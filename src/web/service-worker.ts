/// <reference lib="webworker" />
/** Paths of the shell's files; the build writes them in. */
declare const __SHELL__: readonly string[];

/**
 * Caches the shell: the page itself and its hashed files, so that the installed app opens without a connection. Nothing of the API, no
 * photo and no document ever passes through here, nor the measuring page, nor those of phones which came by a link, nor those of lots. Takes files that other apps share into /upload, and opens
 * the batch of a pressed notice.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;
const SHELL = __SHELL__;
const PAGE = '/';
/** Script read before the first paint; its name is not hashed. */
const THEME = '/theme.js';
/** The first file names all the others, so its name changes with any of them. */
const CACHE = `shell ${SHELL[0]}`;
const SHARED = 'shared';
/** Limit for all waiting files together: a website that sends the same form as an app can fill neither the storage nor the page. */
const MOST_SHARED = { files: 100, bytes: 500_000_000 };
/** The page deletes older files (shared-offer.tsx), so they are deleted here too to make room. */
const SHARED_LIVES_MS = 10 * 60_000;

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

/** The page sends this when the person has agreed to the new version. */
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
    if (!/^\/(api|legal|avatars|assets|healthz|livez|readyz|measure|l|p|r|t)\b/.test(pathname))
      event.respondWith(freshOrKept(request, PAGE));
  } else if (pathname === THEME) event.respondWith(freshOrKept(request, THEME));
  else if (pathname.startsWith('/assets/')) event.respondWith(fetchAsset(request));
});

/** Opens the notice's page in an open tab without reloading it, because uploads may be running there. */
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

/** Returns the server's response, which may be newer; without a connection the cached one. */
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
async function fetchAsset(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const fetched = await fetch(request);
  if (fetched.status === 200) await cache.put(request, fetched.clone());
  return fetched;
}

/**
 * Stores files that another app shares until the user takes them in /upload, beside those that wait already: none replaces another.
 * A form from another site's origin is not taken at all. The origin `null` may be the system's share or a site that hides its name.
 */
async function takeShared(request: Request): Promise<Response> {
  const origin = request.headers.get('origin') ?? 'null';
  if (origin !== 'null' && origin !== worker.location.origin) return Response.redirect('/upload?shared', 303);
  const form = await request.formData();
  const files = form.getAll('photos').filter((value) => value instanceof File);
  const cache = await caches.open(SHARED);
  const taken = withinLimits(files, await roomIn(cache));
  const now = Date.now();
  // The names sort by time, so that the page finds the earlier ones first.
  const share = `/shared/${now}-${crypto.randomUUID()}`;
  for (const [at, file] of taken.entries()) {
    const headers = {
      'x-name': encodeURIComponent(file.name),
      'x-modified': String(file.lastModified),
      'x-size': String(file.size),
      'x-shared': String(now),
    };
    await cache.put(`${share}/${String(at).padStart(4, '0')}`, new Response(file, { headers }));
  }
  return Response.redirect(`/upload?shared=${files.length - taken.length}`, 303);
}

type Room = typeof MOST_SHARED;

/** Returns the room left beside the waiting files. */
async function roomIn(cache: Cache): Promise<Room> {
  const room = { ...MOST_SHARED };
  for (const request of await cache.keys()) {
    const headers = (await cache.match(request))?.headers;
    if (Date.now() - Number(headers?.get('x-shared')) > SHARED_LIVES_MS) await cache.delete(request);
    else {
      room.files -= 1;
      room.bytes -= Number(headers?.get('x-size'));
    }
  }
  return room;
}

/** Returns the first files that fit. */
function withinLimits(files: readonly File[], room: Room): File[] {
  let { bytes } = room;
  return files.slice(0, Math.max(0, room.files)).filter((file) => {
    const fits = file.size <= bytes;
    if (fits) bytes -= file.size;
    return fits;
  });
}
