import { Dialog as Base } from '@base-ui/react/dialog';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useCounted } from '#web/ui/layers/open-dialogs.ts';
import { useBackCloses } from '#web/ui/layers/use-back-closes.ts';

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** The title is read aloud but not shown. */
  readonly hideTitle?: boolean;
  readonly description?: ReactNode;
  readonly wide?: boolean;
  /** True when, on a phone, it rises from the bottom and takes the whole width. */
  readonly sheet?: boolean;
  /** True when it is the whole screen, as dark as a film. */
  readonly full?: boolean;
  /** Keys that mean something anywhere in the dialog. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children?: ReactNode;
}

export function Dialog({
  open,
  onOpenChange,
  title,
  hideTitle = false,
  description,
  wide = false,
  sheet = false,
  full = false,
  onKeyDown,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  useCounted(open);
  useBackCloses(open, () => onOpenChange(false));
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          ref={popup}
          // A dialog that asks for one thing begins there, but a finger would get a keyboard it did not ask for.
          initialFocus={(by) =>
            (by !== 'touch' && popup.current?.querySelector<HTMLElement>('[data-first]')) || true
          }
          onKeyDown={onKeyDown}
          className={clsx(
            'popup dialog',
            wide && 'dialog-wide',
            sheet && 'dialog-sheet',
            full && 'dialog-full',
          )}
        >
          <div className="dialog-head flex items-start justify-between gap-4">
            <Base.Title className={hideTitle ? 'sr-only' : 'text-2xl'}>{title}</Base.Title>
            <Base.Close
              aria-label="Închide"
              className={clsx(
                '-mt-1.5 -mr-1.5 ml-auto grid size-10 shrink-0 place-items-center rounded-full',
                full ? 'hover:bg-film-raised' : 'hover:bg-sunken',
              )}
            >
              <X aria-hidden size={20} />
            </Base.Close>
          </div>
          {description && (
            <Base.Description className="mt-2 text-ink-soft" render={<div />}>
              {description}
            </Base.Description>
          )}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
