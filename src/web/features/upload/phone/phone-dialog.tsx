import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import { endPhoneLink, makePhoneLink, PHONE_PAGE, readPhoneLink } from '#contract/phones/phone-links.ts';
import { restorePhotos, trashPhotos } from '#contract/photos.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatHour } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { LinkCode } from '#web/features/upload/phone/link-code.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { showToast } from '#web/ui/layers/toast.ts';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** How often the open dialog looks whether a phone has come. */
const LOOK_MS = 4000;

interface PhoneDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly batch: Batch | null;
}

/** The link by which a phone adds photos to the batch: its code, who opened it, its end, and what came by it. */
export function PhoneDialog({ open, onOpenChange, batch }: PhoneDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="De pe telefon"
      description="Scanează codul cu camera telefonului: fotografiile alese acolo vin în lotul acesta, fără să intri în cont."
    >
      <div className="mt-5 flex flex-col gap-4">
        {batch === null ? <Waiting /> : <PhoneLink open={open} batchId={batch.id} />}
        {batch !== null && <FromPhone batch={batch} />}
      </div>
    </Dialog>
  );
}

function Waiting() {
  return (
    <>
      <LoadingNote />
      <Skeleton className="mx-auto aspect-square w-full max-w-64" />
    </>
  );
}

function PhoneLink({ open, batchId }: { open: boolean; batchId: string }) {
  const client = useQueryClient();
  const [made, setMade] = useState<{ id: string; key: string } | null>(null);
  const queryKey = keys.phoneLink(batchId);
  const params = { batchId };
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readPhoneLink, { params }, { signal }),
    enabled: open,
    refetchInterval: LOOK_MS,
    staleTime: 0,
    gcTime: 0,
  });
  const link = query.data?.link;
  const make = useMutation({
    mutationFn: () => call(makePhoneLink, { params }),
    onSuccess(answer) {
      setMade({ id: answer.link.id, key: answer.key });
      client.setQueryData(queryKey, { link: answer.link });
    },
  });
  const end = useMutation({
    mutationFn: (phoneLinkId: string) => call(endPhoneLink, { params: { phoneLinkId } }),
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
    return query.error ? <ReadFailed query={query} /> : <Waiting />;
  const isShown = link !== null && made?.id === link.id;
  return (
    <>
      {isShown && <LinkCode address={`${location.origin}${PHONE_PAGE}#${made.key}`} />}
      <p role="status" className="text-ink-soft">
        {link === null
          ? 'Linkul nu mai este bun. Ce a început se trimite până la capăt.'
          : describeLink(link)}
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

function describeLink({ endsAt, device, photos }: { endsAt: string; device: string | null; photos: number }) {
  const until = `Merge până la ${formatHour(new Date(endsAt))}.`;
  if (device === null) return `${until} Nu l-a deschis încă niciun telefon.`;
  return `${until} Deschis pe ${device}: ${formatCount(photos, NOUNS.photo)}.`;
}

/** What came from phones goes at one press, and comes back at another. */
function FromPhone({ batch }: { batch: Batch }) {
  const photoIds = Object.values(batch.photos)
    .filter(({ fromPhone }) => fromPhone === true)
    .map(({ id }) => id);
  const remove = useMutation({
    mutationFn: (ids: string[]) => call(trashPhotos, { body: { photoIds: ids } }),
    onSuccess: (_, ids) =>
      showToast({
        text: `${formatCount(ids.length, NOUNS.photo)} de pe telefon în coș.`,
        action: {
          label: 'Pune-le înapoi',
          onPress: () => void call(restorePhotos, { body: { photoIds: ids } }),
        },
      }),
  });
  if (photoIds.length === 0) return null;
  return (
    <p className="border-t border-line pt-4">
      <Button look="danger" small busy={remove.isPending} onClick={() => remove.mutate(photoIds)}>
        Aruncă {formatCount(photoIds.length, NOUNS.photo)} de pe telefon
      </Button>
    </p>
  );
}
