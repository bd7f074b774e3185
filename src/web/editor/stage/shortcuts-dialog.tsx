import { Dialog } from '#web/ui/layers/dialog.tsx';

interface ShortcutsDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const CTRL = /Mac|iP(ad|hone)/.test(navigator.platform) ? '⌘' : 'Ctrl';

const KEYS: readonly (readonly [string, readonly string[]])[] = [
  ['Procesează lotul', [`${CTRL} Enter`]],
  ['Fotografia dinainte, următoarea', ['Stânga', 'Dreapta']],
  ['Prima, ultima', ['Home', 'End']],
  ['Mută fotografia în lot', ['Alt Stânga', 'Alt Dreapta']],
  ['Scoate fotografia din lot', ['Delete']],
  ['Alege mai multe', [`${CTRL} clic`]],
  ['Alege un șir', ['Shift clic', 'Shift Stânga', 'Shift Dreapta']],
  ['Înapoi cu un pas', [`${CTRL} Z`]],
  ['Înainte cu un pas', [`${CTRL} Shift Z`]],
  ['Mărește, micșorează, la loc', ['+', '−', '0']],
  ['Mută fotografia mărită', ['Spațiu și trage']],
  ['Lasă unealta', ['Esc']],
  ['Lista aceasta', ['?']],
];
/** Lists the keys. Those of photos work while the film is focused; the arrows also while nothing is. */
export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Scurtături">
      <dl className="mt-4 grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-2.5">
        {KEYS.map(([what, keys]) => (
          <div key={what} className="contents">
            <dt>{what}</dt>
            <dd className="flex flex-wrap justify-end gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-md border border-line-strong bg-sunken px-1.5 font-mono text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
