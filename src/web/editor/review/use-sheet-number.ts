import { useEditing } from '#web/editor/editor-context.tsx';
import type { SheetItem } from '#web/editor/review/use-contact-sheet.ts';
import { frameNumber } from '#web/text/batch-words.ts';

/** Returns the photo's number on the film. */
export function useSheetNumber({ photo }: Pick<SheetItem, 'photo'>): string {
  const { photos } = useEditing();
  return frameNumber(
    photos.findIndex(({ id }) => id === photo.id),
    photos.length,
  );
}
