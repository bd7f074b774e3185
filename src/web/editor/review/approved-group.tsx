import { SheetTile } from '#web/editor/review/sheet-tile.tsx';
import type { SheetItem } from '#web/editor/review/use-contact-sheet.ts';
import { useSheetNumber } from '#web/editor/review/use-sheet-number.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface ApprovedGroupProps {
  readonly items: readonly SheetItem[];
  /** True when nothing else is on the sheet. */
  readonly alone: boolean;
  readonly busy: boolean;
  readonly onEnlarge: (key: string) => void;
  readonly onWithdraw: (items: readonly SheetItem[]) => void;
}

/** „Aprobate (7)”: approved items, which can be taken back until the start. */
export function ApprovedGroup({ items, alone, busy, onEnlarge, onWithdraw }: ApprovedGroupProps) {
  if (items.length === 0) return null;
  return (
    <details open={alone} className="mt-4">
      <summary className="min-h-8 cursor-pointer font-semibold">Aprobate ({items.length})</summary>
      <ul aria-label="Aprobate" className="sheet-pictures mt-2">
        {items.map((item) => (
          <SheetTile key={item.key} item={item} onEnlarge={() => onEnlarge(item.key)}>
            <TakeBack item={item} busy={busy} onWithdraw={() => onWithdraw([item])} />
          </SheetTile>
        ))}
      </ul>
      {items.length > 1 && (
        <div className="mt-3">
          <Button look="quiet" small busy={busy} onClick={() => onWithdraw(items)}>
            Ia-le înapoi pe toate
          </Button>
        </div>
      )}
    </details>
  );
}

interface TakeBackProps {
  readonly item: SheetItem;
  readonly busy: boolean;
  readonly onWithdraw: () => void;
}

function TakeBack({ item, busy, onWithdraw }: TakeBackProps) {
  const number = useSheetNumber(item);
  return (
    <Button look="quiet" small busy={busy} aria-label={`Ia înapoi ${number}`} onClick={onWithdraw}>
      Ia înapoi
    </Button>
  );
}
