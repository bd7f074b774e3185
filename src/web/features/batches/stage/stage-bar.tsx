import { Redo2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { type LotHistory, useUndoKeys } from '#web/features/batches/lot/use-history.ts';
import { OutputPicker } from '#web/features/batches/stage/output-picker.tsx';
import { ZoomButtons } from '#web/features/batches/stage/zoom-buttons.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { useStageTools } from '#web/ui/stage/stage-tools.tsx';

interface StageBarProps {
  readonly history: LotHistory;
  readonly outputs: readonly string[];
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
  readonly children?: ReactNode;
}

/** Under the picture: the way back, which output is shown, or the tool in hand. */
export function StageBar({ history, outputs, chosen, onChoose, children }: StageBarProps) {
  const { tool } = useStageTools();
  const steps = tool?.steps ?? history;
  useUndoKeys(steps);
  return (
    <div className="flex w-full min-w-0 shrink-0 items-center gap-1 bg-film px-1 text-film-ink">
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
          <OutputPicker labels={outputs} chosen={chosen} onChoose={onChoose} />
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
