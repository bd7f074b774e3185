import { ImageIcon } from 'lucide-react';
import type { CSSProperties } from 'react';
import { BACKGROUNDS, type Background } from '#domain/recipes/background.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { CutoutSection } from '#web/editor/cutout/cutout-section.tsx';
import { photosToSee } from '#web/editor/cutout/state.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import {
  formatNotice,
  realBackgroundNotice,
  wantingWhite,
  whiteNotice,
} from '#web/editor/panel/background/background-notices.ts';
import { ColourField } from '#web/editor/panel/fields/colour-field.tsx';
import { PictureChooser } from '#web/editor/panel/fields/picture-chooser.tsx';
import { useBackdrops } from '#web/editor/panel/fields/use-own-pictures.ts';
import { BACKGROUND_WORDS } from '#web/editor/panel/recipe-words.ts';
import type { Section, SectionProps } from '#web/editor/panel/section.ts';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';
import { Slider } from '#web/ui/fields/slider.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

export const BACKGROUND: Section = {
  id: 'background',
  label: 'Fundal',
  tab: 'Fundal',
  perPhoto: true,
  summary(editing) {
    const { recipe, panel, overrides } = editing;
    const own = panel.scope === 'photo' ? overrides.background : null;
    if (own !== null) return `${BACKGROUND_WORDS[own.kind].toLowerCase()}, doar aici`;
    const words = BACKGROUND_WORDS[recipe.background.kind].toLowerCase();
    const toSee = photosToSee(editing).length;
    return toSee === 0 ? words : `${words} · ▲ ${toSee} de văzut`;
  },
  Panel: BackgroundPanel,
};

function BackgroundPanel({ asked }: SectionProps) {
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
  /** Null: this photo has the recipe's. */
  readonly background: Background | null;
  readonly onBackground: (background: Background) => void;
  /** One photo alone is meant: back to the recipe's. */
  readonly onRecipes?: () => void;
}

function BackgroundControls({ background: own, onBackground, onRecipes }: BackgroundControlsProps) {
  const { source, recipe, photo } = useEditing();
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
        label={onRecipes ? 'Ce e în spate, doar aici' : 'Ce e în spate'}
        value={own?.kind ?? 'recipe'}
        choices={onRecipes ? [recipes, ...kinds] : kinds}
        onChange={(kind) => (kind === 'recipe' ? onRecipes?.() : set({ kind }))}
      />
      {own !== null && <BackgroundDetails background={own} onChange={set} />}
    </>
  );
}

interface BackgroundDetailsProps {
  readonly background: Background;
  readonly onChange: (change: Partial<Background>) => void;
}

/** Options of the chosen background, and its effect on the chosen outputs. */
function BackgroundDetails({ background, onChange: set }: BackgroundDetailsProps) {
  const { outputs, presets, photos } = useEditing();
  const pictures = useBackdrops(background.kind === 'photo', new Set(photos.map(({ id }) => id)));
  const white = wantingWhite(background, outputs, presets);
  const notices = [realBackgroundNotice, formatNotice].flatMap(
    (of) => of(background, outputs, presets) ?? [],
  );
  return (
    <>
      {(background.kind === 'colour' || background.kind === 'gradient') && (
        <ColourField
          label={background.kind === 'colour' ? 'Culoarea' : 'Sus'}
          value={background.colour}
          onChange={(colour) => set({ colour })}
        />
      )}
      {background.kind === 'gradient' && (
        <ColourField label="Jos" value={background.bottom} onChange={(bottom) => set({ bottom })} />
      )}
      {background.kind === 'photo' && (
        <PictureChooser
          name="background-picture"
          legend="Poza din spate"
          pictures={pictures}
          value={background.photoId}
          onChange={(photoId) => set({ photoId })}
        />
      )}
      {background.kind === 'photo' && background.photoId === null && (
        <p className="text-sm text-ink-soft">
          {pictures.length > 0 ? 'Alege sau urcă o poză' : 'Urcă o poză'}; până atunci fundalul rămâne cum e.
        </p>
      )}
      {background.kind !== 'keep' && (
        <Slider
          label="Umbră sub obiect"
          value={background.shadow}
          min={0}
          max={100}
          onChange={(shadow) => set({ shadow })}
        />
      )}
      {white.length > 0 && (
        <p className="rounded-xl bg-signal-wash px-3 py-2 text-sm">
          {whiteNotice(white)}{' '}
          <button type="button" className="link min-h-6" onClick={() => set({ kind: 'white' })}>
            Pune alb
          </button>
        </p>
      )}
      {notices.map((text) => (
        <p key={text} className="rounded-xl bg-signal-wash px-3 py-2 text-sm">
          {text}
        </p>
      ))}
    </>
  );
}

interface SwatchProps {
  readonly kind: Background['kind'];
  readonly background: Background;
  /** Belongs to the photo on the stage. */
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
      style={paint(kind, background)}
    >
      {there && <Thumb src={there} thumbhash={null} alt="" plain />}
      {!there && kind === 'photo' && <ImageIcon size={14} />}
    </span>
  );
}

function paint(kind: Background['kind'], { colour, bottom }: Background): CSSProperties {
  switch (kind) {
    case 'white':
      return { background: '#fff' };
    case 'colour':
      return { background: `#${colour}` };
    case 'gradient':
      return { background: `linear-gradient(#${colour}, #${bottom})` };
    case 'transparent':
      return { background: 'repeating-conic-gradient(#bbb 0 25%, #fff 0 50%) 0 0 / 10px 10px' };
    default:
      return {};
  }
}
