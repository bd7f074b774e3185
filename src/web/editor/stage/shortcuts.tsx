import { lazy, Suspense, useEffect, useState } from 'react';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { isWriting } from '#web/ui/is-writing.ts';
import { useOpenDialogs } from '#web/ui/layers/open-dialogs.ts';
import { useHasOpened } from '#web/ui/use-has-opened.ts';

const ShortcutsDialog = lazy(async () => ({
  default: (await import('#web/editor/stage/shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** „?”: what the keyboard does here. The button is for those who have one; the key works everywhere. */
export function Shortcuts() {
  const [open, setOpen] = useState(false);
  const asked = useHasOpened(open);
  const isFree = useOpenDialogs() === 0;
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || !isFree || isWriting(event.target)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isFree]);
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
