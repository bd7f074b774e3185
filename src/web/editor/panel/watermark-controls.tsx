import type { Editing } from '#web/editor/editor-context.tsx';
import { watermarkSummary } from '#web/editor/panel/recipe-words.ts';
import type { Section } from '#web/editor/panel/section.ts';
import { fetched } from '#web/ui/fetched.tsx';

export const loadWatermarkPanel = () => import('#web/editor/panel/fields/watermark-panel.tsx');

export const WATERMARK: Section = {
  id: 'watermark',
  label: 'Filigran',
  perPhoto: true,
  summary: (editing) => (isBare(editing) ? 'fără, pe această fotografie' : watermarkSummary(editing.recipe)),
  Panel: fetched(async () => (await loadWatermarkPanel()).WatermarkPanel),
};

function isBare({ panel, overrides }: Editing): boolean {
  return panel.scope === 'photo' && overrides.bare;
}
