import type { SiteName } from '#domain/adverts/sites.ts';

export const SITE_NAMES: Readonly<Record<SiteName, string>> = { olx: 'OLX' };
