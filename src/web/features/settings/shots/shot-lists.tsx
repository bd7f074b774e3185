import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { saveShotLists } from '#contract/shots/shot-lists.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { SHOT_LISTS } from '#domain/shots/shot-lists.ts';
import { MOST_SHOT_LISTS, type ShotList } from '#domain/shots/shots.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { shotListsQuery } from '#web/api/queries/shot-lists-query.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { ShotListForm } from '#web/features/settings/shots/shot-list-form.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** Own lists of guided shots, each edited in place. */
export function ShotLists() {
  const query = useQuery(shotListsQuery);
  if (query.data) return <Lists lists={query.data.lists} />;
  return query.error ? (
    <ReadFailed query={query} />
  ) : (
    <>
      <LoadingNote />
      <Skeleton className="h-12 w-full" />
    </>
  );
}

function Lists({ lists }: { readonly lists: readonly ShotList[] }) {
  // The place of the list that is edited; one past the last for a new one.
  const [edited, setEdited] = useState<number | null>(null);
  const save = useMutation({
    mutationFn: (next: readonly ShotList[]) => call(saveShotLists, { body: { lists: [...next] } }),
    // biome-ignore lint/complexity/useMaxParams: the order is TanStack Query's
    onSuccess: (saved, _input, _result, { client }) => void client.setQueryData(keys.shotLists, saved),
  });
  const keep = (at: number, list: ShotList) =>
    save.mutate([...lists.slice(0, at), list, ...lists.slice(at + 1)], { onSuccess: () => setEdited(null) });
  const remove = (at: number) => {
    const gone = lists[at];
    save.mutate(lists.toSpliced(at, 1), {
      onSuccess: () =>
        showToast({
          text: `Lista „${gone?.name}” e ștearsă. Loturile o păstrează.`,
          timeout: 8000,
          action: { label: 'Pune-o înapoi', onPress: () => save.mutate(lists) },
        }),
    });
  };
  const form = (at: number) => (
    <ShotListForm
      known={lists[at] ?? null}
      busy={save.isPending}
      onSave={(list) => keep(at, list)}
      onCancel={() => setEdited(null)}
    />
  );
  return (
    <>
      <p className="text-ink-soft">
        La „Poze ghidate” alegi ce fotografiezi și îți arătăm pe rând ce să iei. Pe lângă{' '}
        {SHOT_LISTS.map(({ name }) => name.toLowerCase()).join(', ')} poți avea liste ale tale.
      </p>
      <ul className="mt-2 flex flex-col">
        {lists.map((list, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list has no name of its own but its place
          <li key={at} className="border-b border-line py-1.5 last:border-0">
            {edited === at ? (
              form(at)
            ) : (
              <div className="flex items-center gap-2">
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold break-words">{list.name}</span>
                  <span className="block text-sm text-ink-soft">
                    {formatCount(list.shots.length, NOUNS.photo)}:{' '}
                    {list.shots.map(({ name }) => name).join(', ')}
                  </span>
                </span>
                <IconButton label={`Schimbă lista ${list.name}`} onClick={() => setEdited(at)}>
                  <Pencil aria-hidden size={17} />
                </IconButton>
                <IconButton
                  label={`Șterge lista ${list.name}`}
                  disabled={save.isPending}
                  onClick={() => remove(at)}
                >
                  <Trash2 aria-hidden size={17} />
                </IconButton>
              </div>
            )}
          </li>
        ))}
      </ul>
      {edited === lists.length ? (
        form(lists.length)
      ) : (
        <div className="mt-3">
          <Button
            look="quiet"
            disabled={lists.length >= MOST_SHOT_LISTS}
            onClick={() => setEdited(lists.length)}
          >
            Fă o listă
          </Button>
        </div>
      )}
    </>
  );
}
