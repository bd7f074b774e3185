import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { LotPage } from '#contract/adverts/pages.ts';
import type { Batch } from '#contract/batches.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { pageQuery } from '#web/features/batches/advert/advert-queries.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { useHasOpened } from '#web/ui/use-has-opened.ts';

const PageDialog = createLazyPart(
  async () => (await import('#web/features/batches/advert/page-dialog.tsx')).PageDialog,
);

const NAMES: Readonly<Record<LotPage['state'], string>> = {
  shown: 'Pozele sunt pe o pagină publică',
  ended: 'Fă o pagină cu pozele',
  'taken-down': 'Pagina a fost oprită',
};

/** The way to the lot's own public page, which says whether there is one. */
export function PageDoor({ batch, presets }: { batch: Batch; presets: readonly Preset[] }) {
  const [open, setOpen] = useState(false);
  const wasOpened = useHasOpened(open);
  const { data } = useQuery(pageQuery(batch.id));
  return (
    <div>
      <Button look="quiet" wide onClick={() => setOpen(true)}>
        {NAMES[data?.page?.state ?? 'ended']}
      </Button>
      {wasOpened && (
        <Suspense>
          <PageDialog batch={batch} presets={presets} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  );
}
