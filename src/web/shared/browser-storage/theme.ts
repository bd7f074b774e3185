import { THEME_COOKIE, THEMES, type Theme } from '#domain/users/theme.ts';
import { tryStorage } from '#web/api/browser-storage.ts';

/** Read by public/theme.js before anything is drawn. */
const KEY = 'fotolot.theme';
const YEAR_S = 31_536_000;

/** The theme that stands now, as this browser remembers it. */
function shownTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return THEMES.find((known) => known === theme) ?? 'system';
}

/** Shows it at once and remembers it for the next first paint. */
export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  keepTheme();
  colourTheBar(theme);
}

/** The browser's storage is emptied at sign-out; how it looks is the browser's too. */
export function keepTheme(): void {
  tryStorage(() => {
    const theme = shownTheme();
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  });
  tryStorage(() => notifyDocuments(shownTheme()));
}

/** They have no script that could read the storage. */
function notifyDocuments(theme: Theme): void {
  const { name: plain, secureName, path } = THEME_COOKIE;
  const [name, secure] = location.protocol === 'https:' ? [secureName, '; secure'] : [plain, ''];
  const seconds = theme === 'system' ? 0 : YEAR_S;
  // biome-ignore lint/suspicious/noDocumentCookie: what else writes cookies is not in every browser that is served
  document.cookie = `${name}=${theme}; path=${path}; max-age=${seconds}; samesite=lax${secure}`;
}

/** The bar around the page on phones: each colour's own tag counts for one theme. */
function colourTheBar(theme: Theme): void {
  for (const [scheme, tag] of (['light', 'dark'] as const).map(
    (name, i) => [name, document.querySelectorAll('meta[name="theme-color"]')[i]] as const,
  )) {
    const media =
      theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all';
    tag?.setAttribute('media', media);
  }
}
