/** Browsers and Node have it alike; the domain's types know neither. */
declare const URL: {
  new (
    text: string,
    base: string,
  ): { readonly origin: string; readonly pathname: string; readonly search: string; readonly hash: string };
};

const OWN_PATHS = [
  /^\/(upload|gallery|dashboard|settings|test-image|debug-admin|pricing|payments\/netopia\/return)\/?$/i,
  /^\/process\/[^/]+\/?$/i,
  /^\/admin(\/(dashboard|users|users\/[^/]+|analytics))?\/?$/i,
];

const OPEN_PATHS = [/^\/$/, /^\/(login|register)$/i];

/** True for an address at which the browser's router shows a page; with any other it says that there is none. */
export function isPagePath(pathname: string): boolean {
  // Capitals and slashes at the end do not matter to it; no page's address has an escaped %, and of one whose escapes are no text it shows none.
  const path = pathname.replace(/\/+$/, '') || '/';
  if (/%25|%(?![0-9a-f]{2})/i.test(path)) return false;
  return [...OPEN_PATHS, ...OWN_PATHS].some((page) => page.test(path));
}

/** Returns the page after sign-in: the redirect query if it is one of our own pages, else the dashboard. */
export function afterSignIn(redirect: string | null): string {
  const base = 'https://fotolot.invalid';
  if (!redirect?.startsWith('/')) return '/dashboard';
  const { origin, pathname, search, hash } = parseUrlOrHome(redirect, base);
  if (origin !== base || !OWN_PATHS.some((path) => path.test(pathname))) return '/dashboard';
  return `${pathname}${search}${hash}`;
}

/** Returns the base's first page when the text is no URL. */
function parseUrlOrHome(text: string, base: string): InstanceType<typeof URL> {
  try {
    return new URL(text, base);
  } catch {
    return new URL('/', base);
  }
}
