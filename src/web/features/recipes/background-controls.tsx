import { ImageIcon } from 'lucide-react';
import type { CSSProperties } from 'react';
import { BACKGROUNDS, type Background } from '#domain/recipes/background.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import {
  formatNotice,
  placeNotice,
  wantingWhite,
  whiteNotice,
} from '#web/features/recipes/background-notices.ts';
import { ColourField } from '#web/features/recipes/colour-field.tsx';
import { CutoutPart } from '#web/features/recipes/cutout/part.tsx';
import { photosIn } from '#web/features/recipes/cutout/state.ts';
import { PictureChooser } from '#web/features/recipes/picture-chooser.tsx';
import { BACKGROUND_WORDS } from '#web/features/recipes/recipe-words.ts';
import type { Section, SectionProps } from '#web/features/recipes/section.ts';
import { useBackdrops } from '#web/features/recipes/use-own-pictures.ts';
import { ChoiceRow } from '#web/ui/choice-row.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { Thumb } from '#web/ui/thumb.tsx';

export const BACKGROUND: Section = {
  id: 'background',
  label: 'Fundal',
  tab: 'Fundal',
  perPhoto: true,
  summary(props) {
    const { recipe, scope, exception } = props;
    if (scope === 'photo' && exception.keepBackground) return 'păstrat aici';
    const words = BACKGROUND_WORDS[recipe.background.kind].toLowerCase();
    const unsure = photosIn('unsure', props).length;
    return unsure === 0 ? words : `${words} · ▲ ${unsure} de văzut`;
  },
  Panel: BackgroundPanel,
};

function BackgroundPanel(props: SectionProps) {
  const { recipe, exception, scope, onException } = props;
  const alone = scope === 'photo';
  return (
    <CutoutPart {...props}>
      {!alone && <BackgroundControls {...props} />}
      {alone && recipe.background.kind !== 'keep' && (
        <Switch
          label="Păstrează fundalul aici"
          checked={exception.keepBackground}
          onChange={(keepBackground) => onException({ keepBackground })}
        />
      )}
      {alone && recipe.background.kind === 'keep' && (
        <p className="text-sm text-ink-soft">
          Lotul își păstrează fundalul. Îl schimbi la „Toate fotografiile”.
        </p>
      )}
    </CutoutPart>
  );
}

function BackgroundControls({ source, recipe, outputs, presets, photo, photos, onRecipe }: SectionProps) {
  const { background } = recipe;
  const pictures = useBackdrops(background.kind === 'photo', new Set(photos.map(({ id }) => id)));
  const set = (change: Partial<Background>) => onRecipe({ background: { ...background, ...change } });
  const shown = photo?.state === 'ready' ? source.thumbnail(photo.id) : null;
  const white = wantingWhite(background, outputs, presets);
  const notices = [placeNotice, formatNotice].flatMap((of) => of(background, outputs, presets) ?? []);
  return (
    <>
      <ChoiceRow
        label="Ce e în spate"
        value={background.kind}
        choices={BACKGROUNDS.map((value) => ({
          value,
          label: BACKGROUND_WORDS[value],
          drawing: <Swatch kind={value} background={background} shown={shown} />,
        }))}
        onChange={(kind) => set({ kind })}
      />
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
  /** Of the photo on the stage. */
  readonly shown: string | null;
}

/** The background itself, small. */
function Swatch({ kind, background, shown }: SwatchProps) {
  const own = background.photoId === null ? null : thumbnailUrl(background.photoId);
  const there = kind === 'photo' ? own : kind === 'keep' ? shown : null;
  return (
    <span
      aria-hidden
      className="grid size-6 shrink-0 place-items-center overflow-hidden rounded-md border border-line-strong"
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
