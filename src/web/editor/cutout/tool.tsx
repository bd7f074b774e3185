import clsx from 'clsx';
import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { boxFor } from '#web/editor/cutout/box.ts';
import { BoxLayer } from '#web/editor/cutout/box-layer.tsx';
import { BRUSH } from '#web/editor/cutout/brush.ts';
import { BrushLayer } from '#web/editor/cutout/brush-layer.tsx';
import { CutoutToolbar, type Mode } from '#web/editor/cutout/cutout-toolbar.tsx';
import { cutoutWords, isDoubtful } from '#web/editor/cutout/cutout-words.ts';
import {
  type Draft,
  notYetIn,
  redoStep,
  startedOver,
  undoStep,
  withBox,
  withDrawing,
  withStroke,
} from '#web/editor/cutout/draft.ts';
import { type CutoutView, isDraft } from '#web/editor/cutout/runner.ts';
import { nextToSee } from '#web/editor/cutout/state.ts';
import { useCutout } from '#web/editor/cutout/use-cutout.ts';
import type { MaskPicture } from '#web/editor/cutout/veil.ts';
import { VeilLayer } from '#web/editor/cutout/veil-layer.tsx';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { StageTool } from '#web/editor/stage/stage-tool.tsx';
import { type StageGeometry, useStageTools } from '#web/editor/stage/stage-tools.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

interface CutoutToolProps {
  readonly photo: EditablePhoto;
  readonly onEnd: () => void;
}

/** Pixels that a phone's tabs take over the panel. */
const UNDER_TABS = 60;

const LABELS: Record<Mode, string> = {
  box: 'Mută cadrul sau colțurile lui',
  keep: 'Pictează ce trebuie păstrat',
  remove: 'Pictează ce trebuie scos',
};

/** „Decupează”: the mask over the photo, corrected by a box and a brush, and taken by „E bine așa”. */
export function CutoutTool({ photo, onEnd }: CutoutToolProps) {
  const editing = useEditing();
  const { source, select } = editing;
  const { view, draft, draw, again, approve } = useCutout(source, photo.id, onEnd);
  const { showAfter } = useStageTools();
  const [mode, setMode] = useState<Mode>(photo.cutout?.subject ? 'keep' : 'box');
  const [diameter, setDiameter] = useState<number>(BRUSH.first);
  const [isAnew, setAnew] = useState(false);
  const [approving, setApproving] = useState(false);
  const controls = useRef<HTMLDivElement>(null);
  useEffect(() => {
    controls.current?.focus({ preventScroll: true });
    scrollToTop(controls.current);
  }, []);
  const isTaken = view.cutout?.approved === true && !view.busy;
  const isEmpty = view.cutout?.subject === null && !view.busy && view.mask !== null;
  const next = nextToSee(editing, photo.id);
  const doubtful = isDoubtful(view);
  useEffect(() => {
    if (doubtful) scrollToTop(controls.current);
  }, [doubtful]);
  const before = isDraft(view) ? view.kept : null;
  const end = () => {
    if (before !== null) showToast({ text: 'A rămas decuparea dinainte.' });
    onEnd();
  };
  const take = async () => {
    setApproving(true);
    const taken = await approve();
    setApproving(false);
    if (!taken) return;
    showAfter();
    if (next === null) onEnd();
    else select(next.id);
  };
  return (
    <div ref={controls} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <StageTool
        label={getToolLabel(view, mode, isAnew)}
        picture="upright"
        {...(draft && { steps: buildUndoControls(draft, draw) })}
        done={
          isTaken || isEmpty
            ? { label: doneWords(isEmpty, before !== null), busy: false, press: end }
            : {
                label: doubtful ? 'Păstreaz-o așa' : 'E bine așa',
                busy: approving || view.cutout === null,
                press: () => void take(),
              }
        }
        onEnd={end}
      >
        {(geometry) => (
          <Layers
            geometry={geometry}
            view={view}
            draft={draft}
            mode={mode}
            diameter={diameter}
            isAnew={isAnew}
            onDraw={(next) => {
              setAnew(false);
              draw(next);
            }}
          />
        )}
      </StageTool>
      <CutoutNote view={view} draft={draft} hasNext={next !== null} onAgain={again} onDraw={draw} />
      <CutoutToolbar
        mode={mode}
        diameter={diameter}
        isAnew={isAnew}
        onMode={(next) => {
          setMode(next);
          setAnew(false);
        }}
        onDiameter={setDiameter}
        onAnew={setAnew}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          look="quiet"
          small
          disabled={draft === null}
          onClick={() => draft && draw(startedOver(draft))}
        >
          <RotateCcw aria-hidden size={16} /> De la capăt
        </Button>
        {next && (
          <Button look="quiet" small onClick={() => select(next.id)}>
            Sari la următoarea
          </Button>
        )}
        <Button look="bare" small onClick={end}>
          Închide
        </Button>
      </div>
    </div>
  );
}

interface CutoutNoteProps {
  readonly view: CutoutView<MaskPicture>;
  readonly draft: Draft | null;
  /** Another photo waits to be reviewed. */
  readonly hasNext: boolean;
  readonly onAgain: () => void;
  readonly onDraw: (draft: Draft) => void;
}

/** Says how the cut-out stands, with the ways back from a failure or a worse one. */
function CutoutNote({ view, draft, hasNext, onAgain, onDraw }: CutoutNoteProps) {
  const before = isDraft(view) ? view.kept : null;
  return (
    <div
      className={clsx(
        'min-h-10 text-sm',
        isDoubtful(view) ? 'rounded-xl bg-signal-wash px-3 py-2' : 'text-ink-soft',
      )}
    >
      <p role="status">{cutoutWords(view, hasNext)}</p>
      {view.failed && !view.busy && (
        <button type="button" className="link min-h-6" onClick={onAgain}>
          Încearcă din nou
        </button>
      )}
      {before && draft && (
        <button type="button" className="link min-h-6" onClick={() => onDraw(withDrawing(draft, before))}>
          Înapoi la decuparea dinainte
        </button>
      )}
    </div>
  );
}

/** Scrolls the panel alone: the stage stays where it is. */
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
  /** Null until the earlier drawing is known. */
  readonly draft: Draft | null;
  readonly mode: Mode;
  readonly diameter: number;
  readonly isAnew: boolean;
  readonly onDraw: (draft: Draft) => void;
}

/** The layers over the photo. */
function Layers({ geometry, view, draft, mode, diameter, isAnew, onDraw }: LayersProps) {
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
        isAnew={isAnew}
        onBox={(box) => onDraw(withBox(draft, box))}
      />
    </>
  );
}

function buildUndoControls(draft: Draft, draw: (draft: Draft) => void) {
  return {
    canUndo: draft.past.length > 0,
    canRedo: draft.future.length > 0,
    undo: () => draw(undoStep(draft)),
    redo: () => draw(redoStep(draft)),
  };
}

function doneWords(isEmpty: boolean, hasBefore: boolean): string {
  if (!isEmpty) return 'Gata';
  return hasBefore ? 'Rămâi la cea dinainte' : 'Lasă poza cum e';
}

function getToolLabel(view: CutoutView<MaskPicture>, mode: Mode, isAnew: boolean): string {
  if (view.cutout === null) return 'Căutăm obiectul…';
  if (view.cutout.subject === null && !view.busy) return 'Trage un cadru în jurul obiectului';
  if (isDoubtful(view)) return 'Nu suntem siguri. Se vede tot obiectul?';
  return mode === 'box' && isAnew ? 'Trage un cadru în jurul obiectului' : LABELS[mode];
}
