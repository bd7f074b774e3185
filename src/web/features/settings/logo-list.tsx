import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Photo, purgePhotos, trashPhotos } from '#contract/photos.ts';
import { call } from '#web/api/call.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { keys } from '#web/api/queries/keys.ts';
import { logosQuery } from '#web/api/queries/queries.ts';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';
import { showToast } from '#web/ui/layers/toast.ts';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

/** Lists the kept logos, each with a way to delete it. `onGone`: called with the deleted one. */
export function LogoList({ onGone }: { readonly onGone: (photoId: string) => void }) {
  const [leaving, setLeaving] = useState<Photo | null>(null);
  const logos = (useQuery(logosQuery).data?.photos ?? []).filter(({ state }) => state === 'ready');
  const remove = useMutation({
    async mutationFn({ id }: Photo) {
      const body = { photoIds: [id] };
      await call(trashPhotos, { body });
      // A run under way keeps it until it is over; nothing else is offered it any more.
      await call(purgePhotos, { body });
    },
    // biome-ignore lint/complexity/useMaxParams: the order is TanStack Query's
    async onSuccess(_nothing, { id, name }, _result, { client }) {
      onGone(id);
      showToast({ text: `Sigla „${name}” e ștearsă.` });
      await Promise.all(
        [keys.photos, keys.brandKit, keys.recipes].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
    onSettled: () => setLeaving(null),
  });
  if (logos.length === 0) return null;
  return (
    <div className="border-t border-line pt-5">
      <h3 className="font-sans text-[0.9375rem] font-semibold tracking-normal">Siglele tale</h3>
      <ul className="mt-1 flex flex-col">
        {logos.map((logo) => (
          <li key={logo.id} className="flex items-center gap-3 border-b border-line py-1.5 last:border-0">
            <span className="relative size-11 shrink-0 overflow-hidden rounded-lg border border-line bg-card">
              <Thumb src={thumbnailUrl(logo.id)} thumbhash={logo.thumbhash} alt="" contain />
            </span>
            <span className="min-w-0 flex-1 break-words">{logo.name}</span>
            <IconButton label={`Șterge sigla ${logo.name}`} onClick={() => setLeaving(logo)}>
              <Trash2 aria-hidden size={17} />
            </IconButton>
          </li>
        ))}
      </ul>
      <AlertDialog
        open={leaving !== null}
        title="Ștergi sigla?"
        body={`„${leaving?.name ?? ''}” dispare de aici și din loturile noi. Ce ai procesat deja cu ea rămâne cum e; un lot care o are în rețetă îți va cere alta.`}
        confirm="Șterge sigla"
        cancel="Păstrează"
        danger
        busy={remove.isPending}
        onConfirm={() => leaving && remove.mutate(leaving)}
        onCancel={() => setLeaving(null)}
      />
    </div>
  );
}
