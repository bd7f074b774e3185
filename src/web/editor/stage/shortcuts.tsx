import { lazy, Suspense, useState } from 'react';
import { useEditing } from '#web/editor/editor-context.tsx';
import { useStageTools } from '#web/editor/stage/stage-tools.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { isWriting } from '#web/ui/is-writing.ts';
import { useOpenDialogs } from '#web/ui/layers/open-dialogs.ts';
import { useHasOpened } from '#web/ui/use-has-opened.ts';
import { usePageKey } from '#web/ui/use-page-key.ts';

const ShortcutsDialog = lazy(async () => ({
  default: (await import('#web/editor/stage/shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** Leads from photo to photo by the arrows where nothing is focused, as in the strip where it is. */
function useArrowKeys(isFree: boolean) {
  const { photos, photoId, select } = useEditing();
  const isOn = useStageTools().tool === null && isFree;
  usePageKey((event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!isOn || step === undefined || event.defaultPrevented || event.target !== document.body) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = photos.findIndex(({ id }) => id === photoId);
    const next = at < 0 ? undefined : photos[at + step];
    if (next === undefined) return;
    event.preventDefault();
    select(next.id);
  });
}

/** „?”: shows the keys. The button is for people with a keyboard; the key works everywhere. */
export function Shortcuts() {
  const [open, setOpen] = useState(false);
  const asked = useHasOpened(open);
  const isFree = useOpenDialogs() === 0;
  useArrowKeys(isFree);
  usePageKey((event) => {
    if (event.key !== '?' || event.defaultPrevented || !isFree || isWriting(event.target)) return;
    event.preventDefault();
    setOpen(true);
  });
  return (
    <>
      <span className="hidden lg:pointer-fine:block">
        <IconButton onFilm label="Scurtături" aria-keyshortcuts="?" onClick={() => setOpen(true)}>
          <span aria-hidden className="text-lg font-semibold">
            ?
          </span>
        </IconButton>
      </span>
      {asked && (
        <Suspense>
          <ShortcutsDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
