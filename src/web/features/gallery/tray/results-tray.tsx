import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { count, NOUNS } from '#domain/language/plural.ts';
import { formatBytes } from '#domain/language/size.ts';
import { itemDownloadUrl } from '#web/features/gallery/photos/item-files.ts';
import { type ChosenTrayProps, Tray } from '#web/features/gallery/tray/tray.tsx';
import { trayDeal } from '#web/features/gallery/tray/tray-deal.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { canShareFiles, SaveToPhone } from '#web/ui/save-to-phone.tsx';

/** Taking results home; a new lot is made of their photos. */
export function ResultsTray({ chosen, acts, onClear }: ChosenTrayProps) {
  const user = useUser();
  const [intoPhone] = useState(canShareFiles);
  if (user === null) return null;
  const deal = trayDeal(chosen, user.limits.photosPerLot, user.credits.totalCredits);
  const bytes = chosen.reduce((sum, item) => sum + item.bytes, 0);
  const lots = new Set(chosen.flatMap((item) => item.lots.map(({ id }) => id))).size;
  return (
    <Tray
      chosen={chosen}
      title={count(chosen.length, NOUNS.result)}
      line={`${formatBytes(bytes)} din ${count(lots, NOUNS.batch)}`}
      onClear={onClear}
    >
      {deal.possible && (
        <IconButton
          onFilm
          label="Lot nou din fotografiile lor"
          disabled={acts.makeLot.isPending}
          onClick={() => acts.makeLot.mutate(deal.photoIds)}
        >
          <Plus aria-hidden size={20} />
        </IconButton>
      )}
      <span className="max-sm:order-1 max-sm:basis-full max-sm:[&>button]:w-full">
        <SaveToPhone look="signal" files={chosen.map(itemDownloadUrl)} />
      </span>
      <span className="max-sm:order-1 max-sm:basis-full max-sm:[&>button]:w-full">
        <Button
          look={intoPhone ? 'film' : 'signal'}
          busy={acts.zip.isPending}
          onClick={() => acts.zip.mutate(chosen)}
        >
          <Download aria-hidden size={18} /> Descarcă ZIP
        </Button>
      </span>
    </Tray>
  );
}
