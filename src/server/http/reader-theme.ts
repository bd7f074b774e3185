import type { FastifyRequest } from 'fastify';
import { THEME_COOKIE, THEMES, type Theme } from '#domain/users/theme.ts';

/** Returns the theme that a reader of a document has chosen in the app. */
export function readTheme({ cookies }: Pick<FastifyRequest, 'cookies'>): Theme {
  const chosen = cookies[THEME_COOKIE.secureName] ?? cookies[THEME_COOKIE.name];
  return THEMES.find((known) => known === chosen) ?? 'system';
}
