import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Sending } from '#contract/adverts/sendings.ts';
import type { Batch } from '#contract/batches.ts';
import { isUnderWay } from '#domain/adverts/sending.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { useStore } from '#web/api/store.ts';
import { sendingsQuery } from '#web/features/batches/advert/advert-queries.ts';
import { tellAfter, type Whose } from '#web/features/batches/advert/sent/whose-pictures.ts';
import { advertsOffered } from '#web/session/adverts-offered.ts';
import { useConnectionReturn } from '#web/shared/adverts/use-connection-return.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { useHasOpened } from '#web/ui/use-has-opened.ts';

const AdvertSheet = createLazyPart(
  async () => (await import('#web/features/batches/advert/advert-sheet.tsx')).AdvertSheet,
);

interface AdvertDoorProps {
  readonly batch: Batch;
  readonly presets: readonly Preset[];
}

/** The way of a lot's files into an advert; not shown where the operator has no site. */
export function AdvertDoor(props: AdvertDoorProps) {
  return useStore(advertsOffered) ? <Door {...props} /> : null;
}

function Door({ batch, presets }: AdvertDoorProps) {
  const { outcome, forget } = useConnectionReturn();
  const [isAsked, setAsked] = useState(false);
  // The browser has just come back from the site: the sheet goes on where the person left.
  const open = isAsked || outcome !== null;
  const wasOpened = useHasOpened(open);
  const { data } = useQuery(sendingsQuery(batch.id));
  const sendings = data?.sendings ?? [];
  const [latest] = sendings;
  return (
    // Beside the ZIP in a bar of small screens, below all of it on others.
    <div className="grid lg:order-last">
      <Button look="quiet" wide onClick={() => setAsked(true)}>
        {nameDoor(batch, sendings)}
      </Button>
      {latest !== undefined && latest.advert.title !== '' && (
        <p className="mt-1.5 text-center text-sm text-ink-soft wrap-anywhere max-lg:hidden">
          „{latest.advert.title}”
        </p>
      )}
      {wasOpened && (
        <Suspense>
          <AdvertSheet
            batch={batch}
            presets={presets}
            outcome={outcome}
            // What keeps the sheet open must stay.
            onForget={() => {
              setAsked(true);
              forget();
            }}
            open={open}
            onOpenChange={(next) => {
              setAsked(next);
              if (!next) forget();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function nameDoor(batch: Batch, sendings: readonly Sending[]): string {
  const [latest] = sendings;
  if (latest === undefined || latest.state === 'stopped') return 'Pune pozele în anunț';
  if (isUnderWay(latest.state)) return 'Se trimit pozele în anunț…';
  if (latest.state === 'failed') return 'Pozele n-au ajuns în anunț';
  return DOOR_NAMES[tellAfter(latest, { batch, sendings })];
}

const DOOR_NAMES: Readonly<Record<Whose, string>> = {
  lot: 'Pozele sunt în anunț',
  sent: 'Actualizează anunțul',
  former: 'Pune din nou pozele în anunț',
};
