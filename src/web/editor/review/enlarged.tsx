import { Check, TriangleAlert, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { SheetPicture } from '#web/editor/review/sheet-picture.tsx';
import { useApprovedPicture } from '#web/editor/review/use-approved-picture.ts';
import type { SheetItem } from '#web/editor/review/use-contact-sheet.ts';
import { useSheetNumber } from '#web/editor/review/use-sheet-number.ts';
import { doubtWords } from '#web/editor/review/waiting.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { StepButtons } from '#web/ui/fields/step-buttons.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';

interface EnlargedProps {
  /** Items that can be gone through. */
  readonly items: readonly SheetItem[];
  /** Key of the shown item; null for none. */
  readonly shownKey: string | null;
  readonly onShow: (key: string | null) => void;
  readonly isWrong: (key: string) => boolean;
  /** Missing where no question is left. */
  readonly onMark?: (key: string, wrong: boolean) => void;
}

/** Shows one picture as large as the screen, as its whole file will come out; the answer leads to the next one. */
export function Enlarged({ items, shownKey, onShow, isWrong, onMark }: EnlargedProps) {
  const at = items.findIndex(({ key }) => key === shownKey);
  const item = items[at];
  const step = (by: number) => onShow(items[at + by]?.key ?? shownKey);
  const handleKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') step(-1);
    if (key === 'ArrowRight') step(1);
  };
  const answer = (wrong: boolean) => {
    if (item === undefined) return;
    onMark?.(item.key, wrong);
    onShow(items[at + 1]?.key ?? null);
  };
  return (
    <Dialog
      wide
      open={item !== undefined}
      onOpenChange={(open) => open || onShow(null)}
      title={item === undefined ? '' : item.photo.name}
      onKeyDown={handleKey}
    >
      {item && <Picture item={item} next={items[at + 1] ?? null} />}
      {item && (
        <div className="dialog-foot sheet-answers">
          <span className="flex items-center gap-2">
            <StepButtons at={at} count={items.length} onStep={step}>
              <span className="font-mono text-sm text-ink-soft">
                {at + 1} / {items.length}
              </span>
            </StepButtons>
          </span>
          {onMark && (
            <span className="flex flex-1 gap-2 *:flex-1">
              <Button look="quiet" aria-pressed={isWrong(item.key)} onClick={() => answer(true)}>
                <X aria-hidden size={18} />
                Nu e bine
              </Button>
              {/* A key that is held would say yes to pictures that were not seen. */}
              <Button
                onKeyDown={(event) => event.repeat && event.preventDefault()}
                onClick={() => answer(false)}
              >
                <Check aria-hidden size={18} />E bine
              </Button>
            </span>
          )}
        </div>
      )}
    </Dialog>
  );
}

interface PictureProps {
  readonly item: SheetItem;
  readonly next: SheetItem | null;
}

function Picture({ item, next }: PictureProps) {
  const { picture, failed } = useApprovedPicture(item, next);
  const number = useSheetNumber(item);
  const doubt = item.kind === 'cutout' ? doubtWords(item.photo) : null;
  return (
    <>
      <div className="sheet-large" data-doubt={doubt !== null || undefined}>
        {picture === null ? (
          <SheetPicture item={item} />
        ) : (
          <img
            src={picture.url}
            width={picture.width}
            height={picture.height}
            alt={`${number}, cum va ieși fișierul`}
          />
        )}
      </div>
      <p aria-live="polite" className="mt-2 mb-3 flex flex-wrap gap-x-3 text-sm text-ink-soft">
        <span className="font-mono">{number}</span>
        {doubt !== null && (
          <span className="font-semibold text-signal-text">
            <TriangleAlert aria-hidden size={14} className="mr-1 inline" />
            {doubt}
          </span>
        )}
        {picture === null && !failed && <span>Se pregătește fișierul întreg…</span>}
        {failed && <span>Fișierul întreg nu s-a putut arăta. Aici e doar decuparea.</span>}
      </p>
    </>
  );
}
