import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Cutout, Photo } from '#contract/photos.ts';
import { boxFor } from '#web/features/recipes/cutout/box.ts';
import { BoxLayer } from '#web/features/recipes/cutout/box-layer.tsx';
import { BRUSH } from '#web/features/recipes/cutout/brush.ts';
import { BrushLayer } from '#web/features/recipes/cutout/brush-layer.tsx';
import {
  type Draft,
  notYetIn,
  redone,
  startedOver,
  undone,
  withBox,
  withStroke,
} from '#web/features/recipes/cutout/draft.ts';
import type { CutoutView } from '#web/features/recipes/cutout/runner.ts';
import { nextUnsure } from '#web/features/recipes/cutout/state.ts';
import { useCutout } from '#web/features/recipes/cutout/use-cutout.ts';
import type { MaskPicture } from '#web/features/recipes/cutout/veil.ts';
import { VeilLayer } from '#web/features/recipes/cutout/veil-layer.tsx';
import { percent } from '#web/features/recipes/recipe-words.ts';
import type { SectionProps } from '#web/features/recipes/section.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceRow } from '#web/ui/choice-row.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { StageTool } from '#web/ui/stage-tool.tsx';
import type { StageGeometry } from '#web/ui/stage-tools.tsx';

interface CutoutToolProps extends SectionProps {
  readonly photo: Photo;
  readonly onEnd: () => void;
}

/** Pixels that a phone's tabs take over the panel. */
const UNDER_TABS = 60;

type Mode = 'box' | 'keep' | 'remove';

const LABELS: Record<Mode, string> = {
  box: 'Trage cadrul în jurul obiectului',
  keep: 'Pictează ce trebuie păstrat',
  remove: 'Pictează ce trebuie scos',
};

/** „Decupează”: the mask over the photo, corrected by a box and a brush, and taken by „Arată bine”. */
export function CutoutTool(props: CutoutToolProps) {
  const { source, photo, onSelect, onEnd } = props;
  const { view, draft, draw, approve } = useCutout(source, photo.id, onEnd);
  const [mode, setMode] = useState<Mode>(photo.cutout?.subject ? 'keep' : 'box');
  const [diameter, setDiameter] = useState<number>(BRUSH.first);
  const [approving, setApproving] = useState(false);
  const controls = useRef<HTMLDivElement>(null);
  useEffect(() => {
    controls.current?.focus({ preventScroll: true });
    scrollToTop(controls.current);
  }, []);
  const isTaken = view.cutout?.approved === true && !view.busy;
  const next = nextUnsure(props, photo.id);
  const take = async () => {
    setApproving(true);
    const taken = await approve();
    setApproving(false);
    if (!taken) return;
    if (next === null) onEnd();
    else onSelect(next.id);
  };
  return (
    <div ref={controls} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <StageTool
        label={view.mask === null ? 'Căutăm obiectul…' : LABELS[mode]}
        picture="upright"
        {...(draft && { steps: stepsOf(draft, draw) })}
        done={
          isTaken
            ? { label: 'Gata', busy: false, press: onEnd }
            : { label: 'Arată bine', busy: approving || view.mask === null, press: () => void take() }
        }
        onEnd={onEnd}
      >
        {(geometry) => (
          <Layers
            geometry={geometry}
            view={view}
            draft={draft}
            mode={mode}
            diameter={diameter}
            onDraw={draw}
          />
        )}
      </StageTool>
      <Means mode={mode} diameter={diameter} onMode={setMode} onDiameter={setDiameter} />
      <p role="status" className="min-h-10 text-sm text-ink-soft">
        {words(view, next !== null)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          look="quiet"
          small
          disabled={draft === null}
          onClick={() => draft && draw(startedOver(draft))}
        >
          <RotateCcw aria-hidden size={16} /> Ia-o de la capăt
        </Button>
        {next && (
          <Button look="quiet" small onClick={() => onSelect(next.id)}>
            Sari la următoarea
          </Button>
        )}
        <Button look="bare" small onClick={onEnd}>
          Închide
        </Button>
      </div>
    </div>
  );
}

/** Within the panel alone: the stage stays where it is. */
function scrollToTop(element: HTMLElement | null): void {
  let panel = element?.parentElement ?? null;
  while (panel !== null && !/auto|scroll/.test(getComputedStyle(panel).overflowY))
    panel = panel.parentElement;
  if (element === null || panel === null) return;
  panel.scrollTop += element.getBoundingClientRect().top - panel.getBoundingClientRect().top - UNDER_TABS;
}

interface LayersProps {
  readonly geometry: StageGeometry;
  readonly view: CutoutView<MaskPicture>;
  /** Null until it is known what was drawn before. */
  readonly draft: Draft | null;
  readonly mode: Mode;
  readonly diameter: number;
  readonly onDraw: (draft: Draft) => void;
}

/** What lies over the photo. */
function Layers({ geometry, view, draft, mode, diameter, onDraw }: LayersProps) {
  const strokes = draft === null ? [] : notYetIn(view.hints, draft.now);
  const seen = { geometry, mask: view.mask, strokes };
  if (draft === null) return <VeilLayer {...seen} />;
  if (mode !== 'box') {
    return (
      <BrushLayer
        {...seen}
        kind={mode}
        diameter={diameter}
        onStroke={(stroke) => onDraw(withStroke(draft, stroke))}
      />
    );
  }
  return (
    <>
      <VeilLayer {...seen} />
      <BoxLayer
        geometry={geometry}
        box={draft.now.box ?? boxFor(view.cutout?.subject ?? null)}
        onBox={(box) => onDraw(withBox(draft, box))}
      />
    </>
  );
}

interface MeansProps {
  readonly mode: Mode;
  readonly diameter: number;
  readonly onMode: (mode: Mode) => void;
  readonly onDiameter: (diameter: number) => void;
}

function Means({ mode, diameter, onMode, onDiameter }: MeansProps) {
  return (
    <>
      <ChoiceRow
        label="Decupează"
        value={mode}
        choices={[
          { value: 'box', label: 'Cadru' },
          { value: 'keep', label: 'Păstrează' },
          { value: 'remove', label: 'Scoate' },
        ]}
        onChange={onMode}
      />
      {mode !== 'box' && (
        <Slider
          label="Pensulă"
          value={diameter}
          min={BRUSH.least}
          max={BRUSH.most}
          format={percent}
          onChange={onDiameter}
        />
      )}
    </>
  );
}

function stepsOf(draft: Draft, draw: (draft: Draft) => void) {
  return {
    canUndo: draft.past.length > 0,
    canRedo: draft.future.length > 0,
    undo: () => draw(undone(draft)),
    redo: () => draw(redone(draft)),
  };
}

function words({ cutout, mask, busy, failed }: CutoutView<MaskPicture>, hasNext: boolean): string {
  if (failed) return busy ? 'Nu ne putem conecta; încercăm din nou.' : 'N-a mers. Mai trage o dată cadrul.';
  if (mask === null || cutout === null) return 'Căutăm obiectul din fotografie…';
  if (busy) return 'Se potrivește marginea…';
  if (cutout.subject === null) return 'N-am găsit obiectul. Trage cadrul în jurul lui.';
  return stateWords(cutout) + (hasNext ? ' Apoi trecem la următoarea.' : '');
}

function stateWords({ approved, sure }: Cutout): string {
  if (approved) return 'Ai spus că arată bine: așa rămâne și la alte procesări.';
  if (sure) return 'Ce e hașurat se înlocuiește. Corectează cu pensula sau lasă așa.';
  return 'Ce e hașurat se înlocuiește, dar numai după ce spui „Arată bine”.';
}
