import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveBrandKit } from '#contract/recipes/brand-kit.ts';
import { type BrandKit, withoutPicture } from '#domain/recipes/brand-kit.ts';
import { DEFAULT_PLATE_COVER } from '#domain/recipes/plates.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { brandQuery } from '#web/api/queries/queries.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { LogoList } from '#web/features/settings/logo-list.tsx';
import { missingMark } from '#web/shared/recipes/mark-words.ts';
import { PlateCoverFields } from '#web/shared/recipes/plate-cover-fields.tsx';
import { useLogos } from '#web/shared/recipes/use-own-pictures.ts';
import { WatermarkFields } from '#web/shared/recipes/watermark-fields.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** Logo, text and plate cover, kept once for every batch to come. */
export function BrandKitForm() {
  const query = useQuery({ ...brandQuery, staleTime: 0, gcTime: 0 });
  if (query.data) return <Controls known={query.data} />;
  return query.error ? (
    <ReadFailed query={query} />
  ) : (
    <>
      <LoadingNote />
      <Skeleton className="h-40 w-full" />
    </>
  );
}

function Controls({ known }: { known: BrandKit }) {
  const client = useQueryClient();
  const [kit, setKit] = useState(known);
  const logos = useLogos(true, kit.watermark?.photoId ?? null);
  const save = useMutation({
    mutationFn: (body: BrandKit) => call(saveBrandKit, { body }),
    onSuccess: (saved) => client.setQueryData(keys.brandKit, saved),
  });
  const [isPressed, setPressed] = useState(false);
  const missing = missingMark(kit.watermark);
  const handleSave = () => {
    setPressed(true);
    if (missing === null) save.mutate(kit);
  };
  const change = (changes: Partial<BrandKit>) => {
    save.reset();
    setKit({ ...kit, ...changes });
  };
  return (
    <div className="flex max-w-xl flex-col gap-5">
      <p className="text-ink-soft">
        Le alegi o dată aici și fiecare lot nou începe cu ele. Loturile făcute rămân cum sunt.
      </p>
      <WatermarkFields
        watermark={kit.watermark}
        logos={logos}
        notice={null}
        onChange={(watermark) => change({ watermark })}
      />
      <div className="flex flex-col gap-3.5 border-t border-line pt-5">
        <PlateCoverFields
          cover={kit.plates ?? DEFAULT_PLATE_COVER}
          onChange={(plates) => change({ plates })}
        />
      </div>
      <LogoList onGone={(photoId) => change(withoutPicture(kit, photoId))} />
      <div className="flex flex-wrap items-center gap-3">
        <Button look="quiet" busy={save.isPending} onClick={handleSave}>
          Păstrează pentru loturile noi
        </Button>
        <p
          role="status"
          className={`text-sm font-medium empty:hidden ${isPressed && missing ? 'text-danger' : ''}`}
        >
          {(isPressed && missing) || (save.isSuccess && 'Loturile noi încep cu ele.')}
        </p>
      </div>
    </div>
  );
}
