/** Modes of /login that the links in our mails open. */
const MAIL_LINK_MODES = ['resetPassword', 'verifyEmail', 'changeEmail', 'undoEmail'] as const;

let secret: string | null = null;

/** Returns the address without its token, and the token; null where there is none to take out. */
export function splitMailLink(href: string): { readonly path: string; readonly token: string } | null {
  const url = new URL(href);
  const hash = new URLSearchParams(url.hash.slice(1));
  // Older mails carried it in the query.
  const token = hash.get('token') ?? url.searchParams.get('token');
  const isOurs = MAIL_LINK_MODES.some((mode) => mode === url.searchParams.get('mode'));
  if (token === null || !isOurs || !/^\/login\/?$/.test(url.pathname)) return null;
  url.searchParams.delete('token');
  if (hash.has('token')) url.hash = '';
  return { path: `${url.pathname}${url.search}${url.hash}`, token };
}

/** Takes the token out of the address before anything else reads it: it stays neither in the history nor on the screen. */
export function takeMailLink(): void {
  // A link that is pasted over a page of the same path only changes the part behind „#”: the page begins anew with it.
  window.addEventListener('hashchange', () => {
    if (splitMailLink(window.location.href) !== null) window.location.reload();
  });
  const link = splitMailLink(window.location.href);
  if (link === null) return;
  secret = link.token;
  window.history.replaceState(window.history.state, '', link.path);
}

/** Returns the token; null after a reload: the link in the mail brings it again. */
export function mailLinkToken(): string | null {
  return secret;
}

/** Forgets the token: a link works once. */
export function clearMailLink(): void {
  secret = null;
}
