/** Colour themes of the pages; `system`: the device's. */
export const THEMES = ['system', 'light', 'dark'] as const;
/** Cookie that tells the documents under /legal/, and nothing else, which theme was chosen; without it the device's. */
export const THEME_COOKIE = { name: 'theme', secureName: '__Secure-theme', path: '/legal' } as const;
export type Theme = (typeof THEMES)[number];
