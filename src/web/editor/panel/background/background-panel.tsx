import { ImageIcon } from 'lucide-react';
import { type CSSProperties, lazy, Suspense, useState } from 'react';
import { BACKGROUNDS, type Background, chooseGround } from '#domain/recipes/background.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { CutoutSection } from '#web/editor/cutout/cutout-section.tsx';
import { useEditing } from '#web/editor/editor-context.tsx';
import { BACKGROUND_WORDS } from '#web/editor/panel/recipe-words.ts';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

const BackgroundDetails = lazy(async () => ({
  default: (await import('#web/editor/panel/background/background-details.tsx')).BackgroundDetails,
}));

export function BackgroundPanel({ asked }: { readonly asked: boolean }) {
  const { recipe, overrides, panel, onRecipe, onOverrides } = useEditing();
  return (
    <CutoutSection asked={asked}>
      {panel.scope === 'lot' ? (
        <BackgroundControls
          background={recipe.background}
          onBackground={(background) => onRecipe({ background })}
        />
      ) : (
        <BackgroundControls
          background={overrides.background}
          onBackground={(background) => onOverrides({ background })}
          onRecipes={() => onOverrides({ background: null })}
        />
      )}
    </CutoutSection>
  );
}

interface BackgroundControlsProps {
  /** Null when this photo has the recipe's. */
  readonly background: Background | null;
  readonly onBackground: (background: Background) => void;
  /** Goes back to the recipe's; present where one photo alone is meant. */
  readonly onRecipes?: () => void;
}

function BackgroundControls({ background: own, onBackground, onRecipes }: BackgroundControlsProps) {
  const { source, recipe, photo } = useEditing();
  const [picked, setPicked] = useState('');
  const background = own ?? recipe.background;
  const shown = photo?.state === 'ready' ? source.thumbnail(photo.id) : null;
  const set = (change: Partial<Background>) => onBackground({ ...background, ...change });
  const recipes = {
    value: 'recipe' as const,
    label: 'Ca în rețetă',
    drawing: <Swatch kind={recipe.background.kind} background={recipe.background} shown={shown} />,
  };
  const kinds = BACKGROUNDS.map((value) => ({
    value,
    label: BACKGROUND_WORDS[value],
    drawing: <Swatch kind={value} background={background} shown={shown} />,
  }));
  return (
    <>
      <ChoiceRow
        label={onRecipes ? 'Fundal, doar aici' : 'Fundal'}
        value={own?.kind ?? 'recipe'}
        choices={onRecipes ? [recipes, ...kinds] : kinds}
        onChange={(kind) => {
          setPicked(kind);
          if (kind === 'recipe') onRecipes?.();
          else onBackground(chooseGround(background, kind));
        }}
      />
      {own !== null && (
        <Suspense fallback={null}>
          <BackgroundDetails background={own} isPicked={own.kind === picked} onChange={set} />
        </Suspense>
      )}
    </>
  );
}

interface SwatchProps {
  readonly kind: Background['kind'];
  readonly background: Background;
  /** Thumbnail of the photo on the stage. */
  readonly shown: string | null;
}

/** The background itself, small. */
function Swatch({ kind, background, shown }: SwatchProps) {
  const own = background.photoId === null ? null : thumbnailUrl(background.photoId);
  const there = kind === 'photo' ? own : kind === 'keep' ? shown : null;
  return (
    <span
      aria-hidden
      className="grid size-6 shrink-0 place-items-center overflow-hidden rounded-md border border-line-strong forced-color-adjust-none"
      style={getSwatchStyle(kind, background)}
    >
      {there && <Thumb src={there} thumbhash={null} alt="" plain />}
      {!there && kind === 'photo' && <ImageIcon size={14} />}
    </span>
  );
}

function getSwatchStyle(kind: Background['kind'], { colour, bottom }: Background): CSSProperties {
  switch (kind) {
    case 'white':
      return { background: '#fff' };
    case 'colour':
      return { background: `#${colour}` };
    case 'gradient':
      return { background: `linear-gradient(#${colour}, #${bottom})` };
    case 'scene':
      return { background: 'linear-gradient(#dcdde0 60%, #a9abaf 60%)' };
    case 'transparent':
      return { background: 'repeating-conic-gradient(#bbb 0 25%, #fff 0 50%) 0 0 / 10px 10px' };
    default:
      return {};
  }
}
