/** What the links in our mails ask of /login. */
export const MAIL_LINK_MODES = ['resetPassword', 'verifyEmail', 'changeEmail', 'undoEmail'] as const;

let secret: string | null = null;

/** The address without its token, and the token; null where there is nothing to take out. */
export function splitMailLink(href: string): { readonly path: string; readonly token: string } | null {
  const url = new URL(href);
  const token = url.searchParams.get('token');
  const isOurs = MAIL_LINK_MODES.some((mode) => mode === url.searchParams.get('mode'));
  if (token === null || !isOurs || !/^\/login\/?$/.test(url.pathname)) return null;
  url.searchParams.delete('token');
  return { path: `${url.pathname}${url.search}${url.hash}`, token };
}

/** Takes the token out of the address before anything else reads it: it stays neither in the history nor on the screen. */
export function takeMailLink(): void {
  const link = splitMailLink(window.location.href);
  if (link === null) return;
  secret = link.token;
  window.history.replaceState(window.history.state, '', link.path);
}

/** Null after a reload: the link in the mail brings it again. */
export function mailLinkToken(): string | null {
  return secret;
}

/** A link works once. */
export function forgetMailLink(): void {
  secret = null;
}
