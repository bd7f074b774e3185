import { badgeSummary } from '#web/editor/panel/recipe-words.ts';
import type { Section } from '#web/editor/panel/section.ts';
import { fetched } from '#web/ui/fetched.tsx';

export const loadBadgePanel = () => import('#web/editor/panel/fields/badge-panel.tsx');

/** A short word on the picture and a border around it. */
export const BADGE: Section = {
  id: 'badge',
  label: 'Etichetă și ramă',
  perPhoto: false,
  summary: ({ recipe }) => badgeSummary(recipe),
  Panel: fetched(async () => (await loadBadgePanel()).BadgePanel),
};
