import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type StageGeometry, type ToolPicture, useStageTools } from '#web/ui/stage-tools.tsx';

interface StageToolProps {
  /** Said over the stage while the tool is in hand. */
  readonly label: string;
  readonly picture?: ToolPicture;
  /** Escape, „Gata”, or another tool: unmount it. */
  readonly onEnd: () => void;
  /** What is drawn over the picture, which it covers exactly; drawn again when the size changes. */
  readonly children: (geometry: StageGeometry) => ReactNode;
}

/**
 * A panel renders this while its tool is in hand: the stage then shows the tool's picture without the wipe, and the children over it.
 * State stays in the panel, so that its sub-controls and what is drawn share it.
 */
export function StageTool({ label, picture = 'whole', onEnd, children }: StageToolProps) {
  const { begin, host, geometry } = useStageTools();
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => begin({ label, picture, end: () => end.current() }), [begin, label, picture]);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      end.current();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
  return host !== null && geometry !== null ? createPortal(children(geometry), host) : null;
}
