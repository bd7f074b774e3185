import { useEditing } from '#web/editor/editor-context.tsx';
import { listForbiddingOutputs, overlayNotice } from '#web/editor/panel/outputs/output-list.ts';
import { useLogos } from '#web/shared/recipes/use-own-pictures.ts';
import { WatermarkFields } from '#web/shared/recipes/watermark-fields.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';

/** The watermark of the recipe; for the shown photo alone, whether it has any. */
export function WatermarkPanel() {
  const { recipe, outputs, presets, overrides, panel, onRecipe, onOverrides } = useEditing();
  const { scope } = panel;
  const logos = useLogos(scope === 'lot' && recipe.watermark !== null, recipe.watermark?.photoId ?? null);
  if (scope === 'photo') {
    return (
      <Switch
        label="Fără filigran, ramă și etichetă aici"
        checked={overrides.bare}
        onChange={(bare) => onOverrides({ bare })}
      />
    );
  }
  return (
    <WatermarkFields
      watermark={recipe.watermark}
      logos={logos}
      notice={overlayNotice(listForbiddingOutputs(recipe, outputs, presets))}
      onChange={(watermark) => onRecipe({ watermark })}
    />
  );
}
