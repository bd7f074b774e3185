import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { TRASH_DAYS } from '#domain/photos/limits.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface TrashBarProps {
  /** Reads the trash to its end and asks. */
  readonly onEmpty: () => Promise<void>;
}

export function TrashBar({ onEmpty }: TrashBarProps) {
  const [reading, setReading] = useState(false);
  const handlePress = async () => {
    setReading(true);
    await onEmpty();
    setReading(false);
  };
  return (
    <div className="mt-4 flex items-center justify-between gap-3 [&>button]:shrink-0">
      <p className="text-sm text-ink-soft">Dispar singure după {formatCount(TRASH_DAYS, NOUNS.day)}.</p>
      <Button look="danger" small busy={reading} onClick={() => void handlePress()}>
        <Trash2 aria-hidden size={16} /> Golește coșul
      </Button>
    </div>
  );
}
