import { Download, Pencil, SquareSplitHorizontal, Trash2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { GalleryItem } from '#contract/gallery.ts';
import { formatStamp } from '#domain/language/time.ts';
import { itemDownloadUrl } from '#web/features/gallery/photos/item-files.ts';
import { keepWords, photoSize, takenWords } from '#web/features/gallery/photos/photo-words.ts';
import { RenamePhotoDialog } from '#web/features/gallery/tray/rename-dialog.tsx';
import type { GalleryActions } from '#web/features/gallery/tray/use-gallery-actions.ts';
import { Comparison, LargePicture } from '#web/features/gallery/viewer/viewer-picture.tsx';
import { batchLabel, batchName } from '#web/text/batch-words.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { StepButtons } from '#web/ui/fields/step-buttons.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { SaveToPhone } from '#web/ui/save-to-phone.tsx';

interface ViewerProps {
  readonly items: readonly GalleryItem[];
  readonly itemId: string;
  readonly actions: GalleryActions;
  /** Null closes. */
  readonly onShow: (itemId: string | null) => void;
  readonly onNearEnd: () => void;
}

const NEAR_END = 6;

/** One photo or result large, with its facts; arrows and swipes walk through the gallery. */
export function Viewer({ items, itemId, actions, onShow, onNearEnd }: ViewerProps) {
  const at = items.findIndex(({ id }) => id === itemId);
  const item = items[at];
  const [comparing, setComparing] = useState(true);
  useEffect(() => {
    if (at > items.length - NEAR_END) onNearEnd();
  }, [at, items.length, onNearEnd]);
  const step = (by: 1 | -1) => {
    const next = items[at + by];
    if (next) onShow(next.id);
  };
  const handleKeyDown = ({ key, target }: KeyboardEvent) => {
    if (target instanceof HTMLInputElement) return;
    if (key === 'ArrowRight') step(1);
    if (key === 'ArrowLeft') step(-1);
  };
  const isCompared = comparing && item?.result != null;
  return (
    <Dialog
      wide
      open={item !== undefined}
      onOpenChange={(open) => open || onShow(null)}
      title={item?.name ?? ''}
      onKeyDown={handleKeyDown}
    >
      {item && (
        <>
          <div className="relative mt-4 h-[min(64dvh,46rem)] overflow-hidden rounded-xl bg-film max-sm:h-[44dvh]">
            {isCompared ? (
              <Comparison key={item.id} item={item} />
            ) : (
              <LargePicture key={item.id} item={item} onStep={step} />
            )}
          </div>
          <div className="mt-3 flex items-center gap-2">
            <StepButtons at={at} count={items.length} onStep={step} />
            {item.result && (
              <Button look="quiet" small aria-pressed={comparing} onClick={() => setComparing(!comparing)}>
                <SquareSplitHorizontal aria-hidden size={16} />
                {comparing ? 'Mărește' : 'Compară'}
              </Button>
            )}
          </div>
          <div className="mt-3 flex flex-wrap items-end justify-between gap-4">
            <ViewerFacts item={item} />
            <ViewerActions item={item} actions={actions} onGone={() => onShow(null)} />
          </div>
        </>
      )}
    </Dialog>
  );
}

function ViewerFacts({ item }: { item: GalleryItem }) {
  const { lots: batches, outputs, result } = item;
  return (
    <dl className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm [&_dt]:text-ink-soft">
      <Fact name="Mărime">{photoSize(item)}</Fact>
      <Fact name="Făcută">{takenWords(item)}</Fact>
      <Fact name={result ? 'Ieșit din lot' : 'Adăugată'}>{formatStamp(new Date(item.createdAt))}</Fact>
      <Fact name={batches.length > 1 ? 'Loturi' : 'Lot'}>
        {batches.length > 0 && <Batches item={item} />}
      </Fact>
      <Fact name={outputs.length > 1 ? 'Variante' : 'Variantă'}>{outputs.join(', ')}</Fact>
      <Fact name="Păstrată până pe">{keepWords(item)}</Fact>
      <Fact name="Loc">
        {item.hasGps && !result && 'poza știe unde a fost făcută; din rezultate scoatem locul'}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

function Batches({ item }: { item: GalleryItem }) {
  return item.lots.map((batch, i) => (
    <span key={batch.id}>
      {i > 0 && ', '}
      <Link to={`/process/${batch.id}`} className="link inline-block py-0.5" title={batchLabel(batch.number)}>
        {batchName(batch)}
      </Link>
    </span>
  ));
}

interface ViewerActionsProps {
  readonly item: GalleryItem;
  readonly actions: GalleryActions;
  readonly onGone: () => void;
}

function ViewerActions({ item, actions, onGone }: ViewerActionsProps) {
  const [renaming, setRenaming] = useState(false);
  const isThrown = item.trashedAt !== null;
  const isOriginal = item.result === null;
  const leave = (run: 'trash' | 'restore') => {
    onGone();
    actions[run].mutate([item.photoId]);
  };
  const askToDelete = () => {
    onGone();
    actions.requestDeletion({ photoIds: [item.photoId], isAll: false });
  };
  return (
    <div className="flex flex-wrap gap-2">
      {item.result && <SaveToPhone look="quiet" small files={[itemDownloadUrl(item)]} />}
      {item.state === 'ready' && (
        <a href={itemDownloadUrl(item)} download className={buttonClass({ look: 'quiet', small: true })}>
          <Download aria-hidden size={16} /> {isOriginal ? 'Descarcă originalul' : 'Descarcă'}
        </a>
      )}
      {isOriginal && !isThrown && (
        <>
          <Button look="quiet" small onClick={() => setRenaming(true)}>
            <Pencil aria-hidden size={16} /> Redenumește
          </Button>
          <Button look="danger" small onClick={() => leave('trash')}>
            <Trash2 aria-hidden size={16} /> Mută în coș
          </Button>
        </>
      )}
      {isThrown && (
        <>
          <Button look="quiet" small onClick={() => leave('restore')}>
            <Undo2 aria-hidden size={16} /> Pune-o la loc
          </Button>
          <Button look="danger" small onClick={askToDelete}>
            <Trash2 aria-hidden size={16} /> Șterge definitiv
          </Button>
        </>
      )}
      {renaming && <RenamePhotoDialog photo={item} onClose={() => setRenaming(false)} />}
    </div>
  );
}
