import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import {
  type Background,
  DEFAULT_BACKGROUND,
  getScene,
  hasClearWindows,
  isOnWall,
  type Scene,
} from '#domain/recipes/background.ts';
import { SCENE_PICTURES } from '#web/editor/panel/background/scene-pictures.ts';
import { Switch } from '#web/ui/fields/switch.tsx';

interface Choice {
  readonly scene: Scene;
  readonly words: string;
}

const KINDS: readonly { readonly name: string; readonly choices: readonly Choice[] }[] = [
  {
    name: 'Podea de showroom',
    choices: [
      { scene: 'showroom-light', words: 'deschisă' },
      { scene: 'showroom-dark', words: 'închisă' },
      { scene: 'showroom-concrete', words: 'beton cald' },
    ],
  },
  {
    name: 'Piedestal',
    choices: [
      { scene: 'pedestal-white', words: 'alb' },
      { scene: 'pedestal-stone', words: 'piatră' },
      { scene: 'pedestal-paper', words: 'crem' },
    ],
  },
  {
    name: 'Studio gri',
    choices: [
      { scene: 'room-light', words: 'deschis' },
      { scene: 'room-mid', words: 'mediu' },
      { scene: 'room-dark', words: 'închis' },
    ],
  },
];

interface SceneControlsProps {
  readonly background: Background;
  /** Chosen just now: its nine pictures come into sight. */
  readonly isPicked: boolean;
  readonly onChange: (change: Partial<Pick<Background, 'scene' | 'windows' | 'onWall' | 'shadow'>>) => void;
}

/** The scene, whether the object stands on its floor or hangs on its wall, and whether a car's panes show it. */
export function SceneControls({ background, isPicked, onChange }: SceneControlsProps) {
  const chooser = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isPicked) chooser.current?.scrollIntoView({ block: 'nearest' });
  }, [isPicked]);
  return (
    <>
      <div ref={chooser}>
        <SceneChooser value={getScene(background)} onChange={(scene) => onChange({ scene })} />
      </div>
      <div>
        <Switch
          label="Pe perete, fără podea"
          checked={isOnWall(background)}
          onChange={(onWall) => onChange({ onWall, shadow: background.shadow || DEFAULT_BACKGROUND.shadow })}
        />
        <p className="text-sm text-ink-soft">
          Pentru haine, tablouri și ce e pozat de sus: umbra cade pe perete.
        </p>
      </div>
      <div>
        <Switch
          label="Geamurile în tonul decorului"
          checked={hasClearWindows(background)}
          onChange={(windows) => onChange({ windows })}
        />
        <p className="text-sm text-ink-soft">
          La mașini, unde geamurile se găsesc sigur; în rest rămân cum sunt.
        </p>
      </div>
    </>
  );
}

interface SceneChooserProps {
  readonly value: Scene;
  readonly onChange: (scene: Scene) => void;
}

/** One of nine scenes, each shown as it comes out; one group of radio buttons, so that the arrows go through all of them. */
function SceneChooser({ value, onChange }: SceneChooserProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">Decorul</legend>
      {KINDS.map(({ name, choices }) => (
        <div key={name}>
          <p aria-hidden className="mb-1 text-sm text-ink-soft">
            {name}
          </p>
          <div className="grid grid-cols-3 gap-2">
            {choices.map(({ scene, words }) => (
              <label
                key={scene}
                className={clsx(
                  'relative block cursor-pointer overflow-hidden rounded-lg border-2 text-sm has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-signal',
                  scene === value ? 'border-signal bg-signal-wash' : 'border-line hover:bg-sunken',
                )}
              >
                <input
                  type="radio"
                  name="scene"
                  className="sr-only"
                  aria-label={`${name}, ${words}`}
                  checked={scene === value}
                  onChange={() => onChange(scene)}
                />
                <img
                  src={SCENE_PICTURES[scene]}
                  alt=""
                  width={240}
                  height={160}
                  className="block h-auto w-full"
                />
                <span className="block truncate px-1.5 py-1 text-center">{words}</span>
              </label>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
