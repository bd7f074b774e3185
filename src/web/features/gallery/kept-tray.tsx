import { Trash2 } from 'lucide-react';
import type { Photo } from '#contract/photos.ts';
import { Tray } from '#web/features/gallery/tray.tsx';
import { trayDeal } from '#web/features/gallery/tray-deal.ts';
import type { useGalleryActs } from '#web/features/gallery/use-gallery-acts.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

interface ActsTrayProps {
  readonly chosen: readonly Photo[];
  readonly acts: ReturnType<typeof useGalleryActs>;
  readonly onClear: () => void;
}

export function KeptTray({ chosen, acts, onClear }: ActsTrayProps) {
  const user = useUser();
  if (user === null) return null;
  const deal = trayDeal(chosen, user.limits.photosPerLot, user.credits.totalCredits);
  const ids = chosen.map(({ id }) => id);
  return (
    <Tray chosen={chosen} title={deal.title} line={deal.line} onClear={onClear}>
      <IconButton
        onFilm
        label="Mută în coș"
        disabled={acts.trash.isPending}
        onClick={() => acts.trash.mutate(ids)}
      >
        <Trash2 aria-hidden size={20} />
      </IconButton>
      {deal.possible && (
        <Button
          look="signal"
          busy={acts.makeLot.isPending}
          onClick={() => acts.makeLot.mutate(deal.photoIds)}
        >
          Creează lotul
        </Button>
      )}
    </Tray>
  );
}
