import { useEditing } from '#web/editor/editor-context.tsx';
import { useStageTools } from '#web/editor/stage/stage-tools.tsx';
import { useIsWide } from '#web/editor/use-is-wide.ts';

/** True on a phone while something is being adjusted: the picture gets the room. */
export function useIsClose(): boolean {
  const { tall } = useEditing().panel;
  const { tool } = useStageTools();
  return !useIsWide() && (tall || tool !== null);
}
