import { useEditing } from '#web/editor/editor-context.tsx';
import { PlateReview } from '#web/editor/panel/plates/plate-review.tsx';
import { RecipeSections } from '#web/editor/panel/recipe-sections.tsx';
import { ScopeSwitch } from '#web/editor/panel/scope-switch.tsx';

/** Everything that changes the recipe or one photo's own way. `alone`: there never are other photos. */
export function RecipePanel({ alone = false }: { readonly alone?: boolean }) {
  const { asked } = useEditing().panel;
  return (
    <>
      <PlateReview />
      <RecipeSections key={asked.nth} lead={<ScopeSwitch alone={alone} />} />
    </>
  );
}
