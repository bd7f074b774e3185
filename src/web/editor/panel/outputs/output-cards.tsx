import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { presetsQuery } from '#web/api/queries/queries.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { type Editing, useEditing } from '#web/editor/editor-context.tsx';
import { CustomOutputRow } from '#web/editor/panel/outputs/custom-output-row.tsx';
import {
  addCustom,
  changeCustom,
  choiceLabel,
  hasPreset,
  isRepeated,
  listForbiddingOutputs,
  offeredPresets,
  overlayNotice,
  presetSize,
  sizePrefix,
  togglePreset,
} from '#web/editor/panel/outputs/output-list.ts';
import { Shape } from '#web/editor/panel/outputs/shape.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Cards that stand while the presets are on their way. */
const PLACEHOLDERS = [1, 2, 3, 4, 5, 6];

/** Returns „OLX, Autovit”, the summary of the closed row. */
export function outputsSummary({ outputs, presets }: Pick<Editing, 'outputs' | 'presets'>): string {
  return outputs.map((choice) => choiceLabel(choice, presets)).join(', ') || 'alege';
}

export function OutputsPanel() {
  const { recipe, outputs, presets, onOutputs } = useEditing();
  const notice = overlayNotice(listForbiddingOutputs(recipe, outputs, presets));
  return (
    <OutputCards outputs={outputs} presets={presets} recipe={recipe} notice={notice} onChange={onOutputs} />
  );
}

interface OutputCardsProps {
  readonly outputs: readonly OutputChoice[];
  /** Empty until they are loaded. */
  readonly presets: readonly Preset[];
  readonly recipe: Recipe;
  readonly notice: string | null;
  readonly onChange: (outputs: readonly OutputChoice[]) => void;
}

/** „Unde publici”: every marketplace as a shape in its true aspect ratio, and formats of one's own. */
function OutputCards({ outputs, presets, recipe, notice, onChange }: OutputCardsProps) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <div className="flex flex-col gap-3">
      <PresetCards outputs={outputs} presets={presets} recipe={recipe} onChange={onChange}>
        <Card
          label="Alt format"
          size="dimensiuni, kB"
          onPress={() => {
            setOpen(outputs.length);
            onChange(addCustom(outputs));
          }}
        >
          <Plus aria-hidden size={20} className="m-1" />
        </Card>
      </PresetCards>
      {notice && <p className="rounded-xl bg-signal-wash px-3 py-2 text-sm">{notice}</p>}
      {outputs.map((choice, index) =>
        choice.kind === 'custom' ? (
          <CustomOutputRow
            // biome-ignore lint/suspicious/noArrayIndexKey: custom formats have no name but their place in the batch
            key={index}
            custom={choice.custom}
            most={sizePrefix(choice.custom, recipe)}
            open={index === open}
            repeated={isRepeated(outputs, index)}
            onToggle={() => setOpen(index === open ? null : index)}
            onChange={(change) => onChange(changeCustom(outputs, index, change))}
            onRemove={() => {
              setOpen(null);
              onChange(outputs.toSpliced(index, 1));
            }}
          />
        ) : null,
      )}
    </div>
  );
}

interface PresetCardsProps extends Omit<OutputCardsProps, 'notice'> {
  /** Cards behind those of the marketplaces. */
  readonly children?: ReactNode;
}

export function PresetCards({ outputs, presets, recipe, onChange, children }: PresetCardsProps) {
  return (
    <div className="grid grid-cols-2 gap-2 lg:grid-cols-3 lg:gap-1.5">
      {presets.length === 0 && <OutputPlaceholders />}
      {offeredPresets(presets, outputs).map((preset) => {
        const chosen = hasPreset(outputs, preset.key);
        const [shape] = preset.renditions;
        return (
          <Card
            key={preset.key}
            chosen={chosen}
            label={preset.label}
            size={preset.withdrawn ? 'nu mai e disponibil' : presetSize(preset, recipe)}
            onPress={() => onChange(togglePreset(outputs, preset.key))}
          >
            {shape && <Shape width={shape.width} height={shape.height} lit={chosen} />}
          </Card>
        );
      })}
      {children}
    </div>
  );
}

/** Stands until the presets are here, or in their place when they could not be read. */
function OutputPlaceholders() {
  const query = useQuery(presetsQuery);
  if (query.error === null) return PLACEHOLDERS.map((index) => <Skeleton key={index} className="min-h-14" />);
  return (
    <div className="col-span-full">
      <ReadFailed query={query} what="Locurile unde poți publica nu s-au putut citi." />
    </div>
  );
}

interface CardProps {
  readonly label: string;
  readonly size: string;
  /** Absent on the card that adds one. */
  readonly chosen?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function Card({ label, size, chosen, onPress, children }: CardProps) {
  return (
    <button
      type="button"
      {...(chosen === undefined ? {} : { 'aria-pressed': chosen })}
      onClick={onPress}
      className={clsx(
        'flex min-h-14 items-center gap-1.5 rounded-xl border px-2 py-2 text-left sm:gap-2.5 sm:px-2.5 lg:min-h-11 lg:gap-1.5 lg:px-1.5 lg:py-0.5',
        chosen ? 'border-signal bg-signal-wash ring-1 ring-signal' : 'border-line bg-card hover:bg-sunken',
      )}
    >
      {children}
      <span className="min-w-0">
        <span className="block text-sm leading-tight font-semibold sm:text-[0.9375rem] lg:text-[0.8125rem] lg:leading-[1.1]">
          {label}
        </span>
        <span className="block font-mono text-xs text-ink-soft lg:text-[0.6875rem] lg:leading-tight">
          {size}
        </span>
      </span>
    </button>
  );
}
