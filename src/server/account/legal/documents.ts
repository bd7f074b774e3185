import type { LegalFacts } from '#server/account/legal/legal-facts.ts';
import type { LegalPage } from '#server/account/legal/page.ts';
import { privacyPage } from '#server/account/legal/privacy-page.ts';
import { accessibilityPage, contactPage, noticePage } from '#server/account/legal/short-pages.ts';
import { termsPage } from '#server/account/legal/terms-page.ts';

/** The documents that are text alone. */
export const DOCUMENTS = {
  '/legal/terms': termsPage,
  '/legal/privacy': privacyPage,
  '/legal/notice': noticePage,
  '/legal/accessibility': accessibilityPage,
  '/legal/contact': contactPage,
} as const satisfies Readonly<Record<string, (facts: LegalFacts) => LegalPage>>;
