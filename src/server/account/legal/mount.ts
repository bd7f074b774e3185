import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { THEME_COOKIE, THEMES } from '#domain/users/theme.ts';
import { LEGAL_PAGES, type LegalPage, layOutPage } from '#server/account/legal/page.ts';
import { privacyPage } from '#server/account/legal/privacy-page.ts';
import { contactPage, noticePage, withdrawalPage } from '#server/account/legal/short-pages.ts';
import { termsPage } from '#server/account/legal/terms-page.ts';
import type { App } from '#server/app.ts';
import { DOCUMENT_POLICY } from '#server/http/security/security-headers.ts';

type LegalPath = (typeof LEGAL_PAGES)[number]['path'];

const PAGES: Readonly<Record<LegalPath, (app: App) => LegalPage>> = {
  '/legal/terms': termsPage,
  '/legal/privacy': privacyPage,
  '/legal/withdrawal': withdrawalPage,
  '/legal/notice': noticePage,
  '/legal/contact': contactPage,
};

/** Public documents beside the browser's app: they work without a session, a script or a cookie; a cookie may choose the theme. */
export async function mountLegalPages(fastify: FastifyInstance, app: App, webFolder: string): Promise<void> {
  const stylesheet = await findStylesheet(webFolder);
  for (const { path } of LEGAL_PAGES) {
    const page = PAGES[path](app);
    fastify.get(path, { exposeHeadRoute: false }, async ({ cookies }, reply) => {
      const { name, secureName } = THEME_COOKIE;
      const chosen = cookies[secureName] ?? cookies[name];
      const theme = THEMES.find((known) => known === chosen) ?? 'system';
      return reply
        .header('content-security-policy', DOCUMENT_POLICY)
        .header('cache-control', 'no-cache')
        .header('vary', 'Cookie')
        .type('text/html; charset=utf-8')
        .send(layOutPage(app, { path, page }, { stylesheet, theme }));
    });
  }
}

/** The build gives it a name of its own with every change. */
async function findStylesheet(webFolder: string): Promise<string | null> {
  const names = await readdir(join(webFolder, 'assets')).catch(() => []);
  const name = names.find((each) => /^legal-[\w-]+\.css$/.test(each));
  return name ? `/assets/${name}` : null;
}
