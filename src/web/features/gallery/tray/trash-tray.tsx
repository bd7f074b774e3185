import { Trash2 } from 'lucide-react';
import { count, NOUNS } from '#domain/language/plural.ts';
import { TRASH_DAYS } from '#domain/photos/limits.ts';
import { type ChosenTrayProps, Tray } from '#web/features/gallery/tray/tray.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';

export function TrashTray({ chosen, acts, onClear }: ChosenTrayProps) {
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
