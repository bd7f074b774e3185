import { useMutation } from '@tanstack/react-query';
import type { Batch } from '#contract/batches.ts';
import { endPhoneLink, makePhoneLink, PHONE_PAGE, readPhoneLink } from '#contract/phones/phone-links.ts';
import { restorePhotos, trashPhotos } from '#contract/photos.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatHour } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { LotLink, WaitingForLink } from '#web/shared/phones/lot-link.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

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
        {batch === null ? <WaitingForLink /> : <PhoneLink open={open} batchId={batch.id} />}
        {batch !== null && <FromPhone batch={batch} />}
      </div>
    </Dialog>
  );
}

function PhoneLink({ open, batchId }: { open: boolean; batchId: string }) {
  const params = { batchId };
  return (
    <LotLink
      open={open}
      queryKey={keys.phoneLink(batchId)}
      page={PHONE_PAGE}
      read={(signal) => call(readPhoneLink, { params }, { signal })}
      make={() => call(makePhoneLink, { params })}
      end={(phoneLinkId) => call(endPhoneLink, { params: { phoneLinkId } })}
      describe={describeLink}
      over="Linkul nu mai este bun. Ce a început se trimite până la capăt."
    />
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
