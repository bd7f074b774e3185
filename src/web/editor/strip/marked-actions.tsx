import type { Batch } from '#contract/batches.ts';
import { formatNumber } from '#domain/language/plural.ts';
import type { Marked } from '#web/editor/strip/marked.ts';
import { useRemovePhotos } from '#web/editor/strip/use-remove-photos.ts';
import { useSplit } from '#web/shared/batches/use-split.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface MarkedActionsProps {
  readonly batch: Batch;
  readonly marked: Marked;
}

function markedWords(many: number): string {
  return many === 0 ? 'Atinge-le' : `${formatNumber(many)} ${many === 1 ? 'aleasă' : 'alese'}`;
}

/** Actions on several photos together, under the frames. */
export function MarkedActions({ batch, marked }: MarkedActionsProps) {
  const remove = useRemovePhotos(batch);
  const split = useSplit(batch.id);
  const ids = [...(marked.ids ?? [])];
  const isAll = ids.length === batch.photoIds.length;
  const done = { onSuccess: marked.end };
  const busy = remove.isPending || split.isPending;
  return (
    <div className="mb-0.5 flex items-center gap-1 *:shrink-0 max-sm:[&_button]:px-2.5 lg:mt-0.5 lg:mb-0">
      <p aria-live="polite" className="mr-auto pl-1 text-sm text-film-soft">
        {marked.isOpen ? 'Atinge ultima' : markedWords(ids.length)}
      </p>
      <Button small look="film" onClick={marked.all}>
        Toate
      </Button>
      {ids.length > 0 && (
        <Button
          small
          look="film"
          busy={busy}
          onClick={() =>
            remove.mutate(
              ids.flatMap((id) => batch.photos[id] ?? []),
              done,
            )
          }
        >
          Scoate
        </Button>
      )}
      {/* A lot that has run keeps its photos together: their files and their free redo are its own. */}
      {ids.length > 0 && !isAll && batch.run === null && (
        <Button small look="film" busy={busy} onClick={() => split.mutate([ids], done)}>
          În alt lot
        </Button>
      )}
      <Button small look="film" onClick={marked.end}>
        Gata
      </Button>
    </div>
  );
}
