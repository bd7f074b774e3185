import '#web/ui/styles/contact-sheet.css';
import { useState } from 'react';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { ApprovedGroup } from '#web/editor/review/approved-group.tsx';
import { Enlarged } from '#web/editor/review/enlarged.tsx';
import { SheetTile } from '#web/editor/review/sheet-tile.tsx';
import { useApprovedItems } from '#web/editor/review/use-approved-items.ts';
import { type SheetItem, useContactSheet } from '#web/editor/review/use-contact-sheet.ts';
import type { Marks } from '#web/editor/review/use-marks.ts';
import { useSheetNumber } from '#web/editor/review/use-sheet-number.ts';
import { doubtWords, waitingIn } from '#web/editor/review/waiting.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

interface ContactSheetProps {
  readonly marks: Marks;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/**
 * Every cut-out and plate of the batch that waits for a person, on one screen. Nothing is ticked beforehand: the wrong ones are touched, the
 * rest is taken at once; a cut-out that touches the border or came in pieces waits for a tick of its own.
 */
export function ContactSheet({ marks, open, onOpen }: ContactSheetProps) {
  const { unsure, plated } = waitingIn(useEditing());
  const description =
    unsure.length + plated.length > 0
      ? `Aici nu suntem siguri. Atinge o poză ca să vezi fișierul întreg, bifează ce nu e bine și confirmă restul.${
          unsure.some((photo) => doubtWords(photo) !== null)
            ? ' Cele cu chenar intră doar dacă le bifezi.'
            : ''
        }`
      : undefined;
  return (
    <Dialog open={open} onOpenChange={onOpen} title="Toate pe o pagină" wide sheet description={description}>
      {open && <Sheet marks={marks} onDone={() => onOpen(false)} />}
    </Dialog>
  );
}

function Sheet({ marks, onDone }: { readonly marks: Marks; readonly onDone: () => void }) {
  const sheet = useContactSheet(marks, onDone);
  const { items, open, touched, awaited, good, busy } = sheet;
  const { approved, withdrawing, withdraw } = useApprovedItems(sheet.showAgain);
  const [large, setLarge] = useState<string | null>(null);
  const isAsked = items.some(({ key }) => key === large);
  return (
    <>
      {items.length > 0 && (
        <ul aria-label="De verificat" className="sheet-pictures mt-4">
          {items.map((item) => (
            <Tile
              key={item.key}
              item={item}
              busy={busy}
              good={sheet.isGood(item)}
              wrong={sheet.isWrong(item.key)}
              onMark={(wrong) => sheet.mark(item.key, wrong)}
              onEnlarge={() => setLarge(item.key)}
            />
          ))}
        </ul>
      )}
      {open.length > 0 && <Wrong items={open} onMend={sheet.mend} onLeave={sheet.leave} />}
      <ApprovedGroup
        items={approved}
        alone={items.length + open.length === 0}
        busy={withdrawing}
        onEnlarge={setLarge}
        onWithdraw={(back) => void withdraw(back)}
      />
      <p aria-live="polite" className="mt-3 text-sm text-ink-soft empty:hidden">
        {awaited > 0 && `Mai căutăm obiectul în ${formatCount(awaited, NOUNS.photo)}; apar aici pe rând.`}
        {awaited === 0 && items.length + open.length === 0 && 'Totul e verificat.'}
      </p>
      <div className="dialog-foot sheet-foot mt-4">
        {touched && (
          <ul aria-label="Ce ai atins" className="mb-2.5 [@media(max-height:30rem)]:mb-0">
            <WrongRow item={touched} onMend={sheet.mend} onLeave={sheet.leave} />
          </ul>
        )}
        {good > 0 ? (
          <Button wide busy={busy} onClick={() => void sheet.take()}>
            {goodWords(good, items.length)}
          </Button>
        ) : (
          <Button look="quiet" wide onClick={onDone}>
            Gata
          </Button>
        )}
      </div>
      <Enlarged
        items={isAsked ? items : approved}
        shownKey={large}
        onShow={setLarge}
        isWrong={sheet.isWrong}
        {...(isAsked && { onMark: sheet.mark })}
      />
    </>
  );
}

/** Returns „Toate sunt bune (14)”, „12 sunt bune”. */
function goodWords(good: number, all: number): string {
  if (good === all) return all === 1 ? 'E bine așa' : `Toate sunt bune (${all})`;
  return good === 1 ? '1 e bună' : `${good} sunt bune`;
}

interface TileProps {
  readonly item: SheetItem;
  /** True while the others are taken: no answer counts then. */
  readonly busy: boolean;
  readonly good: boolean;
  readonly wrong: boolean;
  readonly onMark: (wrong: boolean) => void;
  readonly onEnlarge: () => void;
}

function Tile({ item, busy, good, wrong, onMark, onEnlarge }: TileProps) {
  const number = useSheetNumber(item);
  const what = item.kind === 'cutout' ? 'Decuparea de la' : 'Numerele de la';
  const isTickedToTake = item.kind === 'cutout' && doubtWords(item.photo) !== null;
  const words = isTickedToTake ? 'e bine' : 'nu e bine';
  return (
    <SheetTile item={item} wrong={wrong} onEnlarge={onEnlarge}>
      <label className="sheet-tick">
        <input
          type="checkbox"
          aria-label={`${what} ${number}, ${item.photo.name}: ${words}`}
          disabled={busy}
          checked={isTickedToTake ? good : wrong}
          onChange={({ target }) => onMark(target.checked !== isTickedToTake)}
        />
        <span aria-hidden>{words}</span>
      </label>
    </SheetTile>
  );
}

interface WrongProps {
  readonly items: readonly SheetItem[];
  readonly onMend: (item: SheetItem) => void;
  readonly onLeave: (item: SheetItem) => void;
}

/** Lists the wrong items, each with its two ways on. */
function Wrong({ items, onMend, onLeave }: WrongProps) {
  return (
    <section aria-label="De corectat" className="mt-4">
      <h3 className="mb-1.5 font-sans text-[0.9375rem] font-semibold tracking-normal">De corectat</h3>
      <ul className="flex flex-col gap-2">
        {items.map((item) => (
          <WrongRow key={item.key} item={item} onMend={onMend} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  );
}

interface WrongRowProps extends Omit<WrongProps, 'items'> {
  readonly item: SheetItem;
}

function WrongRow({ item, onMend, onLeave }: WrongRowProps) {
  const { source } = useEditing();
  const { kind, photo } = item;
  const number = useSheetNumber(item);
  const isLost = kind === 'cutout' && !photo.cutout?.subject;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="block size-12 shrink-0 overflow-hidden rounded-lg">
        <Thumb src={source.thumbnail(photo.id)} thumbhash={photo.thumbhash} alt="" />
      </span>
      <span className="min-w-0 flex-[1_1_8rem] text-sm">
        <span className="font-mono">{number}</span>
        {isLost && ' · nu s-a găsit obiectul; fundalul rămâne'}
      </span>
      <span className="flex flex-wrap gap-2">
        <Button small look="quiet" onClick={() => onMend(item)}>
          Corectează
        </Button>
        <Button small look="quiet" onClick={() => onLeave(item)}>
          {kind === 'cutout' ? 'Păstrează fundalul' : 'Nu e număr'}
        </Button>
      </span>
    </li>
  );
}
