import { ArrowLeft, ArrowRight, BookImage, ListChecks, Trash2 } from 'lucide-react';
import { IconButton } from '#web/ui/fields/icon-button.tsx';

interface StripActionsProps {
  readonly name: string;
  readonly place: number;
  /** The batch's last place. */
  readonly last: number;
  readonly onMove: (index: number) => void;
  readonly onRemove: () => void;
  readonly onMark: () => void;
}

/** Actions on the chosen photo, under the frames. */
export function StripActions({ name, place: index, last, onMove, onRemove, onMark }: StripActionsProps) {
  return (
    <div className="-mb-1.5 flex items-center gap-1 lg:mt-0.5 lg:mb-0 flex-wrap">
      <p className="mr-auto min-w-0 flex-[1_1_6rem] truncate pl-1 text-sm text-film-soft">{name}</p>
      <IconButton onFilm label="Mută mai în față" disabled={index === 0} onClick={() => onMove(index - 1)}>
        <ArrowLeft aria-hidden size={18} />
      </IconButton>
      <IconButton
        onFilm
        label="Mută mai în spate"
        disabled={index === last}
        onClick={() => onMove(index + 1)}
      >
        <ArrowRight aria-hidden size={18} />
      </IconButton>
      <IconButton onFilm label="Fă-o copertă" disabled={index === 0} onClick={() => onMove(0)}>
        <BookImage aria-hidden size={18} />
      </IconButton>
      <IconButton onFilm label="Scoate din lot" onClick={onRemove}>
        <Trash2 aria-hidden size={18} />
      </IconButton>
      <IconButton onFilm label="Alege mai multe" disabled={last === 0} onClick={onMark}>
        <ListChecks aria-hidden size={18} />
      </IconButton>
    </div>
  );
}
