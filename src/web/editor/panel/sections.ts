import type { ComponentType } from 'react';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import type { Editing } from '#web/editor/editor-context.tsx';
import {
  BACKGROUND_WORDS,
  badgeSummary,
  framingSummary,
  lightSummary,
  namesSummary,
  watermarkSummary,
} from '#web/editor/panel/recipe-words.ts';
import { PLATE_WORDS } from '#web/shared/recipes/mark-words.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';

/** A part of the panel. Its tool on the stage is a `StageTool` that its panel renders while the tool is in hand. */
interface Section {
  readonly id: string;
  readonly label: string;
  /** True when it also applies to the shown photo alone. */
  readonly perPhoto: boolean;
  /** The value that a closed row shows. */
  readonly summary: (editing: Editing) => string;
  /** `asked`: the page was opened for this section. */
  readonly Panel: ComponentType<{ readonly asked: boolean }>;
}

const loadLight = () => import('#web/editor/panel/light-panel.tsx');
const loadFraming = () => import('#web/editor/panel/framing/framing-panel.tsx');
const loadBackground = () => import('#web/editor/panel/background/background-panel.tsx');
const loadPlates = () => import('#web/editor/panel/plates/plates-panel.tsx');
const loadWatermark = () => import('#web/editor/panel/fields/watermark-panel.tsx');
const loadBadge = () => import('#web/editor/panel/fields/badge-panel.tsx');
const loadNames = () => import('#web/editor/panel/fields/names-panel.tsx');

/** The rows are closed at rest: what is in them is fetched once the page has come to rest, or when one is opened before. */
export const SECTION_LOADERS = [
  loadLight,
  loadFraming,
  loadBackground,
  loadPlates,
  loadWatermark,
  loadBadge,
  loadNames,
] as const;

/** The rows of „Ajustări”, in their order. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'light',
    label: 'Lumină și culoare',
    perPhoto: true,
    summary: ({ recipe, panel, overrides }) =>
      lightSummary((panel.scope === 'photo' ? overrides.light : null) ?? recipe.light),
    Panel: createLazyPart(async () => (await loadLight()).LightPanel),
  },
  {
    id: 'frame',
    label: 'Încadrare',
    perPhoto: true,
    summary: ({ recipe, panel, overrides }) =>
      framingSummary(recipe, panel.scope === 'photo' ? overrides : NO_OVERRIDES),
    Panel: createLazyPart(async () => (await loadFraming()).FramingPanel),
  },
  {
    id: 'background',
    label: 'Fundal',
    perPhoto: true,
    summary({ recipe, panel, overrides }) {
      const own = panel.scope === 'photo' ? overrides.background : null;
      if (own !== null) return `${BACKGROUND_WORDS[own.kind].toLowerCase()}, doar aici`;
      return BACKGROUND_WORDS[recipe.background.kind].toLowerCase();
    },
    Panel: createLazyPart(async () => (await loadBackground()).BackgroundPanel),
  },
  {
    id: 'plates',
    label: 'Număr de înmatriculare',
    perPhoto: true,
    summary: ({ recipe }) => PLATE_WORDS[recipe.plates.kind].toLowerCase(),
    Panel: createLazyPart(async () => (await loadPlates()).PlatesPanel),
  },
  {
    id: 'watermark',
    label: 'Filigran',
    perPhoto: true,
    summary: ({ recipe, panel, overrides }) =>
      panel.scope === 'photo' && overrides.bare ? 'fără, pe această fotografie' : watermarkSummary(recipe),
    Panel: createLazyPart(async () => (await loadWatermark()).WatermarkPanel),
  },
  {
    id: 'badge',
    label: 'Etichetă și ramă',
    perPhoto: false,
    summary: ({ recipe }) => badgeSummary(recipe),
    Panel: createLazyPart(async () => (await loadBadge()).BadgePanel),
  },
  {
    id: 'names',
    label: 'Numele fișierelor',
    perPhoto: false,
    summary: ({ naming }) => namesSummary(naming?.pattern ?? ''),
    Panel: createLazyPart(async () => (await loadNames()).NamesPanel),
  },
];
