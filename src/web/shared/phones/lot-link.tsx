import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { LinkCode } from '#web/shared/phones/link-code.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** How often the open dialog looks whether a phone has come. */
const LOOK_MS = 4000;

interface LotLinkProps<L> {
  readonly open: boolean;
  readonly queryKey: readonly unknown[];
  /** Path of the page that the phone opens. */
  readonly page: string;
  readonly read: (signal: AbortSignal) => Promise<{ link: L | null }>;
  readonly make: () => Promise<{ key: string; link: L }>;
  readonly end: (linkId: string) => Promise<unknown>;
  readonly describe: (link: L) => string;
  /** What stands in the place of a link that is over. */
  readonly over: string;
}

/** A link of one lot for a phone: made when it is first shown, with its code, who opened it, and its end. */
export function LotLink<L extends { readonly id: string }>(props: LotLinkProps<L>) {
  const { open, queryKey, page, describe, over } = props;
  const client = useQueryClient();
  const [made, setMade] = useState<{ id: string; key: string } | null>(null);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => props.read(signal),
    enabled: open,
    refetchInterval: LOOK_MS,
    staleTime: 0,
    gcTime: 0,
  });
  const link = query.data?.link;
  const make = useMutation({
    mutationFn: props.make,
    onSuccess(answer) {
      setMade({ id: answer.link.id, key: answer.key });
      client.setQueryData(queryKey, { link: answer.link });
    },
  });
  const end = useMutation({
    mutationFn: props.end,
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const { mutate, isIdle } = make;
  // The press that opened the dialog asked for a code; one that was ended is not made again by itself.
  const isFirst = open && isIdle && link === null;
  useEffect(() => {
    if (isFirst) mutate();
  }, [isFirst, mutate]);
  if (make.isError && !link) return <ReadFailed query={{ error: make.error, refetch: mutate }} />;
  if (link === undefined || isFirst || make.isPending)
    return query.error ? <ReadFailed query={query} /> : <WaitingForLink />;
  const isShown = link !== null && made?.id === link.id;
  return (
    <>
      {isShown && <LinkCode address={`${location.origin}${page}#${made.key}`} />}
      <p role="status" className="text-ink-soft">
        {link === null ? over : describe(link)}
      </p>
      <div className="flex flex-wrap gap-2">
        {!isShown && <Button onClick={() => mutate()}>Arată un cod nou</Button>}
        {link !== null && (
          <Button look="quiet" busy={end.isPending} onClick={() => end.mutate(link.id)}>
            Oprește linkul
          </Button>
        )}
      </div>
    </>
  );
}

export function WaitingForLink() {
  return (
    <>
      <LoadingNote />
      <Skeleton className="mx-auto aspect-square w-full max-w-64" />
    </>
  );
}
