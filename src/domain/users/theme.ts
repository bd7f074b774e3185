/** How the pages look; `system`: as the device does. */
export const THEMES = ['system', 'light', 'dark'] as const;
/** Tells the documents under /legal/, and nothing else, which theme was chosen; none: the device's. */
export const THEME_COOKIE = { name: 'theme', path: '/legal' } as const;
export type Theme = (typeof THEMES)[number];
