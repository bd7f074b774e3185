import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import {
  type StageGeometry,
  type ToolDone,
  type ToolPicture,
  type ToolSteps,
  useStageTools,
} from '#web/editor/stage/stage-tools.tsx';
import { usePageKey } from '#web/ui/use-page-key.ts';

interface StageToolProps {
  /** Words over the stage while the tool is in hand. */
  readonly label: string;
  readonly picture?: ToolPicture;
  readonly steps?: ToolSteps;
  readonly done?: ToolDone;
  /** Called by Escape, „Gata”, or another tool: unmount it. */
  readonly onEnd: () => void;
  /** Draws over the picture, covering it exactly; called again when the size changes. */
  readonly children: (geometry: StageGeometry) => ReactNode;
}

/**
 * A panel renders this while its tool is in hand: the stage then shows the tool's picture without the before/after slider, and the children over it.
 * State stays in the panel, so that its sub-controls and what is drawn share it.
 */
export function StageTool({ label, picture = 'whole', steps, done, onEnd, children }: StageToolProps) {
  const { begin, host, geometry } = useStageTools();
  const latest = useRef({ steps, done, onEnd });
  latest.current = { steps, done, onEnd };
  const { canUndo = false, canRedo = false } = steps ?? {};
  const { label: doneLabel, busy = false } = done ?? {};
  const hasSteps = steps !== undefined;
  useEffect(() => {
    const undo = () => latest.current.steps?.undo();
    const redo = () => latest.current.steps?.redo();
    const press = () => latest.current.done?.press();
    return begin({
      label,
      picture,
      steps: hasSteps ? { canUndo, canRedo, undo, redo } : null,
      done: doneLabel === undefined ? null : { label: doneLabel, busy, press },
      end: () => latest.current.onEnd(),
    });
  }, [begin, label, picture, hasSteps, canUndo, canRedo, doneLabel, busy]);
  usePageKey((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onEnd();
  });
  return host !== null && geometry !== null ? createPortal(children(geometry), host) : null;
}
