import { type Background, isOnWall } from '#domain/recipes/background.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import {
  formatNotice,
  realBackgroundNotice,
  wantingWhite,
  whiteNotice,
} from '#web/editor/panel/background/background-notices.ts';
import { SceneControls } from '#web/editor/panel/background/scene-chooser.tsx';
import { ColourField } from '#web/shared/recipes/colour-field.tsx';
import { PictureChooser } from '#web/shared/recipes/picture-chooser.tsx';
import { useBackdrops } from '#web/shared/recipes/use-own-pictures.ts';
import { Slider } from '#web/ui/fields/slider.tsx';

interface BackgroundDetailsProps {
  readonly background: Background;
  /** True when it was chosen just now, not found when the panel opened. */
  readonly isPicked: boolean;
  readonly onChange: (change: Partial<Background>) => void;
}

/** Options of the chosen background, and its effect on the chosen outputs. */
export function BackgroundDetails({ background, isPicked, onChange: set }: BackgroundDetailsProps) {
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
      {background.kind === 'scene' && (
        <SceneControls background={background} isPicked={isPicked} onChange={set} />
      )}
      {background.kind === 'photo' && (
        <PictureChooser
          name="background-picture"
          legend="Poza de fundal"
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
          label={isOnWall(background) ? 'Umbră pe perete' : 'Umbră sub obiect'}
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
