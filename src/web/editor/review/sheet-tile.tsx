import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { SheetPicture } from '#web/editor/review/sheet-picture.tsx';
import type { SheetItem } from '#web/editor/review/use-contact-sheet.ts';
import { useSheetNumber } from '#web/editor/review/use-sheet-number.ts';
import { doubtWords } from '#web/editor/review/waiting.ts';

interface SheetTileProps {
  readonly item: SheetItem;
  readonly wrong?: boolean;
  readonly onEnlarge: () => void;
  /** Words under the picture, beside its number. */
  readonly children: ReactNode;
}

/** A picture that a press enlarges. One that something speaks against has a frame and a word. */
export function SheetTile({ item, wrong = false, onEnlarge, children }: SheetTileProps) {
  const number = useSheetNumber(item);
  const doubt = item.kind === 'cutout' ? doubtWords(item.photo) : null;
  return (
    <li className="sheet-tile" data-wrong={wrong || undefined} data-doubt={doubt !== null || undefined}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Mărește ${number}, ${item.photo.name}`}
        {...(doubt !== null && { 'aria-description': doubt })}
        onClick={onEnlarge}
        className="sheet-ground"
      >
        <SheetPicture item={item} />
        {wrong && (
          <span aria-hidden className="sheet-mark">
            <X size={14} />
          </span>
        )}
      </button>
      <span className="sheet-caption">
        <span aria-hidden className="min-w-0">
          <span className="sheet-number">{number}</span>
          {doubt !== null && <span className="sheet-doubt">{doubt}</span>}
        </span>
        {children}
      </span>
    </li>
  );
}
