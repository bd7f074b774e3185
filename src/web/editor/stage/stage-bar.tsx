import clsx from 'clsx';
import { Redo2, Undo2, ZoomIn, ZoomOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEditing } from '#web/editor/editor-context.tsx';
import { useUndoKeys } from '#web/editor/edits/use-history.ts';
import { choiceLabel } from '#web/editor/panel/outputs/output-list.ts';
import { MOST_ZOOM, useStageTools } from '#web/editor/stage/stage-tools.tsx';
import { ZOOM_STEP } from '#web/editor/stage/use-stage-zoom.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { ScrollRow } from '#web/ui/fields/scroll-row.tsx';

/** The bar under the picture: the way back, the shown output, or the tool in hand. */
export function StageBar({ children }: { readonly children?: ReactNode }) {
  const { history } = useEditing();
  const { tool } = useStageTools();
  const steps = tool?.steps ?? history;
  useUndoKeys(steps);
  return (
    <div className="flex w-full min-w-0 shrink-0 flex-wrap items-center gap-x-1 bg-film px-1 text-film-ink sm:flex-nowrap">
      <IconButton
        onFilm
        label="Înapoi cu un pas"
        aria-keyshortcuts="Control+Z"
        disabled={!steps.canUndo}
        onClick={steps.undo}
      >
        <Undo2 aria-hidden size={18} />
      </IconButton>
      <IconButton
        onFilm
        label="Înainte cu un pas"
        aria-keyshortcuts="Control+Shift+Z"
        disabled={!steps.canRedo}
        onClick={steps.redo}
      >
        <Redo2 aria-hidden size={18} />
      </IconButton>
      {tool === null ? (
        <>
          <OutputPicker />
          <span className="ml-auto flex">
            <ZoomButtons />
            {children}
          </span>
        </>
      ) : (
        <>
          <p role="status" className="min-w-0 flex-1 px-1 text-xs leading-tight sm:text-sm">
            {tool.label}
          </p>
          <ZoomButtons />
          <Button
            look="film"
            small
            busy={tool.done?.busy ?? false}
            onClick={() => (tool.done ? tool.done.press() : tool.end())}
          >
            {tool.done?.label ?? 'Gata'}
          </Button>
        </>
      )}
      <p aria-live="polite" className="sr-only">
        {history.said}
      </p>
    </div>
  );
}

/** Buttons for zoom without a wheel or a pinch. */
function ZoomButtons() {
  const { zoom, zoomTo } = useStageTools();
  return (
    <>
      {zoom > 1 && (
        <IconButton
          onFilm
          label="Micșorează fotografia"
          aria-keyshortcuts="-"
          onClick={() => zoomTo(zoom / ZOOM_STEP)}
        >
          <ZoomOut aria-hidden size={18} />
        </IconButton>
      )}
      <IconButton
        onFilm
        label="Mărește fotografia"
        aria-keyshortcuts="+"
        disabled={zoom === MOST_ZOOM}
        onClick={() => zoomTo(zoom * ZOOM_STEP)}
      >
        <ZoomIn aria-hidden size={18} />
      </IconButton>
    </>
  );
}

/** Chooses the output on the stage where there are several. On a phone it has a row of its own, where no name is cut by the buttons. */
function OutputPicker() {
  const { outputs, presets, index: chosen, choose } = useEditing();
  const labels = outputs.map((choice) => choiceLabel(choice, presets));
  if (labels.length < 2) return null;
  return (
    <ScrollRow
      legend="Arată cum iese pentru"
      className="p-1 [scrollbar-width:none] max-sm:order-first max-sm:basis-full max-sm:pb-0 sm:flex-1"
    >
      {labels.map((label, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: outputs are known by their place
          key={index}
          type="button"
          aria-pressed={index === chosen}
          onClick={() => choose(index)}
          className={clsx(
            'min-h-8 shrink-0 rounded-full px-3 first-of-type:ml-auto last:mr-auto text-sm font-medium whitespace-nowrap',
            index === chosen ? 'bg-film-ink text-film' : 'text-film-ink hover:bg-film-raised',
          )}
        >
          {label}
        </button>
      ))}
    </ScrollRow>
  );
}
