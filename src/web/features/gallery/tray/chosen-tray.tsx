import { Download, FolderInput, Pencil, Plus, Trash2, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { GalleryItem } from '#contract/gallery.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatBytes } from '#domain/language/size.ts';
import type { GalleryKind } from '#domain/photos/gallery.ts';
import { TRASH_DAYS } from '#domain/photos/limits.ts';
import { itemDownloadUrl, itemThumbUrl } from '#web/features/gallery/photos/item-files.ts';
import { trayStart } from '#web/features/gallery/tray/tray-start.ts';
import type { GalleryActions } from '#web/features/gallery/tray/use-gallery-actions.ts';
import { useUser } from '#web/session/use-user.ts';
import { CreditText } from '#web/text/credit-text.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { FilmStrip } from '#web/ui/pictures/film-strip.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';
import { SaveToPhone } from '#web/ui/save-to-phone.tsx';
import { canShareFiles } from '#web/ui/share-files.ts';

const MoveDialog = lazy(async () => ({
  default: (await import('#web/features/gallery/tray/move-dialog.tsx')).MoveDialog,
}));
const RenameDialog = lazy(async () => ({
  default: (await import('#web/features/gallery/tray/rename-dialog.tsx')).RenamePhotoDialog,
}));

const FANNED = 5;

/** Props of every tray: the chosen items and the actions on them. */
interface ChosenTrayProps {
  readonly chosen: readonly GalleryItem[];
  readonly actions: GalleryActions;
  readonly onClear: () => void;
}

export function ChosenTray({ kind, ...props }: ChosenTrayProps & { readonly kind: GalleryKind }) {
  if (kind === 'trash') return <TrashTray {...props} />;
  if (kind === 'photos') return <PhotosTray {...props} />;
  return <ResultsTray {...props} />;
}

interface TrayProps {
  readonly chosen: readonly GalleryItem[];
  readonly title: string;
  readonly line: string;
  /** Buttons for the chosen photos. */
  readonly children: ReactNode;
  readonly onClear: () => void;
}

/** The tray of the batch being gathered: docked at the bottom of the gallery, with the chosen photos fanned out. */
function Tray({ chosen, title, line, children, onClear }: TrayProps) {
  return (
    <div className="tray">
      <FilmStrip tray label="Fotografii alese">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
          <div aria-hidden className="hidden shrink-0 pl-1 sm:flex">
            {chosen.slice(0, FANNED).map((photo, i) => (
              <span
                key={photo.id}
                className="-ml-3 block h-12 w-15 overflow-hidden rounded-md border-2 border-film first:ml-0"
                style={{ rotate: `${(i - 2) * 3}deg` }}
              >
                <Thumb src={itemThumbUrl(photo)} thumbhash={photo.thumbhash} alt="" />
              </span>
            ))}
          </div>
          <div className="min-w-0 flex-[1_1_13rem]" role="status">
            <p className="font-display text-lg leading-tight font-bold">{title}</p>
            <p className="text-sm text-film-soft">
              <CreditText>{line}</CreditText>
            </p>
          </div>
          <div className="flex grow flex-wrap items-center justify-end gap-2 sm:grow-0">
            {children}
            <IconButton onFilm label="Renunță la selecție" onClick={onClear}>
              <X aria-hidden size={20} />
            </IconButton>
          </div>
        </div>
      </FilmStrip>
    </div>
  );
}

function TrashTray({ chosen, actions, onClear }: ChosenTrayProps) {
  const one = chosen.length === 1;
  return (
    <Tray
      chosen={chosen}
      title={formatCount(chosen.length, NOUNS.photo)}
      line={`Coșul ${one ? 'o' : 'le'} ține ${formatCount(TRASH_DAYS, NOUNS.day)} de la ștergere.`}
      onClear={onClear}
    >
      <IconButton
        onFilm
        label="Șterge definitiv"
        onClick={() => actions.requestDeletion({ photoIds: chosen.map(({ id }) => id), isAll: false })}
      >
        <Trash2 aria-hidden size={20} />
      </IconButton>
      <Button
        look="signal"
        busy={actions.restore.isPending}
        onClick={() => actions.restore.mutate(chosen.map(({ id }) => id))}
      >
        {one ? 'Pune-o la loc' : 'Pune-le la loc'}
      </Button>
    </Tray>
  );
}

/** The tray of results: takes them home; a new batch is made of their photos. */
function ResultsTray({ chosen, actions, onClear }: ChosenTrayProps) {
  const user = useUser();
  const [intoPhone] = useState(canShareFiles);
  if (user === null) return null;
  const start = trayStart(chosen, user.limits.photosPerLot, user.credits.totalCredits);
  const bytes = chosen.reduce((sum, item) => sum + item.bytes, 0);
  const batches = new Set(chosen.flatMap((item) => item.lots.map(({ id }) => id))).size;
  return (
    <Tray
      chosen={chosen}
      title={formatCount(chosen.length, NOUNS.result)}
      line={`${formatBytes(bytes)} din ${formatCount(batches, NOUNS.batch)}`}
      onClear={onClear}
    >
      {start.possible && (
        <IconButton
          onFilm
          label="Lot nou din fotografiile lor"
          disabled={actions.makeBatch.isPending}
          onClick={() => actions.makeBatch.mutate(start.photoIds)}
        >
          <Plus aria-hidden size={20} />
        </IconButton>
      )}
      <span className="max-sm:order-1 max-sm:basis-full max-sm:[&>button]:w-full">
        <SaveToPhone look="signal" files={chosen.map(itemDownloadUrl)} />
      </span>
      <span className="max-sm:order-1 max-sm:basis-full max-sm:[&>button]:w-full">
        <Button
          look={intoPhone ? 'film' : 'signal'}
          busy={actions.zip.isPending}
          onClick={() => actions.zip.mutate(chosen)}
        >
          <Download aria-hidden size={18} /> Descarcă ZIP
        </Button>
      </span>
    </Tray>
  );
}

/** The tray of photos: the batch being gathered, and the other actions on its photos. */
function PhotosTray({ chosen, actions, onClear }: ChosenTrayProps) {
  const user = useUser();
  const [asking, setAsking] = useState<'move' | 'rename' | null>(null);
  const [first] = chosen;
  if (user === null || first === undefined) return null;
  const start = trayStart(chosen, user.limits.photosPerLot, user.credits.totalCredits);
  const ids = chosen.map(({ id }) => id);
  return (
    <Tray chosen={chosen} title={start.title} line={start.line} onClear={onClear}>
      <IconButton
        onFilm
        label="Descarcă originalele (ZIP)"
        disabled={actions.zip.isPending}
        onClick={() => actions.zip.mutate(chosen)}
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
        disabled={actions.trash.isPending}
        onClick={() => actions.trash.mutate(ids)}
      >
        <Trash2 aria-hidden size={20} />
      </IconButton>
      {start.possible && (
        <span className="max-sm:order-1 max-sm:basis-full max-sm:[&>button]:w-full">
          <Button
            look="signal"
            busy={actions.makeBatch.isPending}
            onClick={() => actions.makeBatch.mutate(start.photoIds)}
          >
            Creează lotul
          </Button>
        </span>
      )}
      <Suspense>
        {asking === 'move' && (
          <MoveDialog photos={chosen} onBatch={actions.onBatch} onClose={() => setAsking(null)} />
        )}
        {asking === 'rename' && <RenameDialog photo={first} onClose={() => setAsking(null)} />}
      </Suspense>
    </Tray>
  );
}
