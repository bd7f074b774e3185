import { Trash2 } from 'lucide-react';
import type { GalleryItem } from '#contract/gallery.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import { TRASH_DAYS } from '#domain/photos/limits.ts';
import { Tray } from '#web/features/gallery/tray.tsx';
import type { GalleryActs } from '#web/features/gallery/use-gallery-acts.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

interface TrashTrayProps {
  readonly chosen: readonly GalleryItem[];
  readonly acts: GalleryActs;
  readonly onClear: () => void;
}

export function TrashTray({ chosen, acts, onClear }: TrashTrayProps) {
  const one = chosen.length === 1;
  return (
    <Tray
      chosen={chosen}
      title={count(chosen.length, NOUNS.photo)}
      line={`Coșul ${one ? 'o' : 'le'} ține ${count(TRASH_DAYS, NOUNS.day)} de la ștergere.`}
      onClear={onClear}
    >
      <IconButton
        onFilm
        label="Șterge definitiv"
        onClick={() => acts.onDoom({ photoIds: chosen.map(({ id }) => id), isAll: false })}
      >
        <Trash2 aria-hidden size={20} />
      </IconButton>
      <Button
        look="signal"
        busy={acts.restore.isPending}
        onClick={() => acts.restore.mutate(chosen.map(({ id }) => id))}
      >
        {one ? 'Pune-o la loc' : 'Pune-le la loc'}
      </Button>
    </Tray>
  );
}
