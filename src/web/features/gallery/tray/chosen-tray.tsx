import { Download, FolderInput, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { GalleryKind } from '#domain/photos/gallery.ts';
import { ResultsTray } from '#web/features/gallery/tray/results-tray.tsx';
import { TrashTray } from '#web/features/gallery/tray/trash-tray.tsx';
import { type ChosenTrayProps, Tray } from '#web/features/gallery/tray/tray.tsx';
import { trayDeal } from '#web/features/gallery/tray/tray-deal.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';

const MoveDialog = lazy(async () => ({
  default: (await import('#web/features/gallery/tray/move-dialog.tsx')).MoveDialog,
}));
const RenameDialog = lazy(async () => ({
  default: (await import('#web/features/gallery/tray/rename-dialog.tsx')).RenamePhotoDialog,
}));

export function ChosenTray({ kind, ...props }: ChosenTrayProps & { readonly kind: GalleryKind }) {
  if (kind === 'trash') return <TrashTray {...props} />;
  if (kind === 'photos') return <PhotosTray {...props} />;
  return <ResultsTray {...props} />;
}

/** The lot being gathered, and what else can be done with its photos. */
function PhotosTray({ chosen, acts, onClear }: ChosenTrayProps) {
  const user = useUser();
  const [asking, setAsking] = useState<'move' | 'rename' | null>(null);
  const [first] = chosen;
  if (user === null || first === undefined) return null;
  const deal = trayDeal(chosen, user.limits.photosPerLot, user.credits.totalCredits);
  const ids = chosen.map(({ id }) => id);
  return (
    <Tray chosen={chosen} title={deal.title} line={deal.line} onClear={onClear}>
      <IconButton
        onFilm
        label="Descarcă originalele (ZIP)"
        disabled={acts.zip.isPending}
        onClick={() => acts.zip.mutate(chosen)}
      >
        <Download aria-hidden size={20} />
      </IconButton>
      <IconButton onFilm label="Pune în alt lot" onClick={() => setAsking('move')}>
        <FolderInput aria-hidden size={20} />
      </IconButton>
      {chosen.length === 1 && (
        <IconButton onFilm label="Redenumește" onClick={() => setAsking('rename')}>
          <Pencil aria-hidden size={20} />
        </IconButton>
      )}
      <IconButton
        onFilm
        label="Mută în coș"
        disabled={acts.trash.isPending}
        onClick={() => acts.trash.mutate(ids)}
      >
        <Trash2 aria-hidden size={20} />
      </IconButton>
      {deal.possible && (
        <span className="max-sm:order-1 max-sm:basis-full max-sm:[&>button]:w-full">
          <Button
            look="signal"
            busy={acts.makeLot.isPending}
            onClick={() => acts.makeLot.mutate(deal.photoIds)}
          >
            Creează lotul
          </Button>
        </span>
      )}
      <Suspense>
        {asking === 'move' && (
          <MoveDialog photos={chosen} onLot={acts.onLot} onClose={() => setAsking(null)} />
        )}
        {asking === 'rename' && <RenameDialog photo={first} onClose={() => setAsking(null)} />}
      </Suspense>
    </Tray>
  );
}
