import { Suspense, useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { useHasOpened } from '#web/ui/use-has-opened.ts';

const PageDialog = createLazyPart(
  async () => (await import('#web/features/batches/advert/page-dialog.tsx')).PageDialog,
);

/** The way to the lot's own public page. */
export function PageDoor({ batch, presets }: { batch: Batch; presets: readonly Preset[] }) {
  const [open, setOpen] = useState(false);
  const wasOpened = useHasOpened(open);
  return (
    <div>
      <Button look="quiet" wide onClick={() => setOpen(true)}>
        Fă o pagină cu pozele
      </Button>
      {wasOpened && (
        <Suspense>
          <PageDialog batch={batch} presets={presets} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  );
}
