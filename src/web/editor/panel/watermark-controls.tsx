import { type Editing, useEditing } from '#web/editor/editor-context.tsx';
import { forbidding, overlayNotice } from '#web/editor/panel/outputs/output-list.ts';
import { watermarkSummary } from '#web/editor/panel/recipe-words.ts';
import type { Section } from '#web/editor/panel/section.ts';
import { useLogos } from '#web/shared/recipes/use-own-pictures.ts';
import { WatermarkFields } from '#web/shared/recipes/watermark-fields.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';

export const WATERMARK: Section = {
  id: 'watermark',
  label: 'Logo',
  tab: 'Logo',
  perPhoto: true,
  summary: (editing) => (isBare(editing) ? 'fără, pe această fotografie' : watermarkSummary(editing.recipe)),
  Panel: WatermarkPanel,
};

function isBare({ panel, overrides }: Editing): boolean {
  return panel.scope === 'photo' && overrides.bare;
}

function WatermarkPanel() {
  const { recipe, outputs, presets, overrides, panel, onRecipe, onOverrides } = useEditing();
  const { scope } = panel;
  const logos = useLogos(scope === 'lot' && recipe.watermark !== null);
  if (scope === 'photo') {
    return (
      <Switch
        label="Fără logo, ramă și etichetă aici"
        checked={overrides.bare}
        onChange={(bare) => onOverrides({ bare })}
      />
    );
  }
  return (
    <WatermarkFields
      watermark={recipe.watermark}
      logos={logos}
      notice={overlayNotice(forbidding(recipe, outputs, presets))}
      onChange={(watermark) => onRecipe({ watermark })}
    />
  );
}
