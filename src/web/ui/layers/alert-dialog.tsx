import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from '#web/ui/fields/button.tsx';
import { useCounted } from '#web/ui/layers/open-dialogs.ts';

interface AlertDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly body: ReactNode;
  readonly confirm: string;
  readonly cancel: string;
  /** True for acts that can't be undone: the focus begins on the second button, so that a key pressed twice does nothing. */
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  /** Called at every closing but the confirmation: the second button, Escape. Pressing outside does nothing. */
  readonly onCancel: () => void;
}

/** A question that must be answered. */
export function AlertDialog(props: AlertDialogProps) {
  const { open, title, body, confirm, cancel, danger = false, busy = false, onConfirm, onCancel } = props;
  useCounted(open);
  const harmless = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onCancel()}>
      <Base.Portal>
        <Base.Backdrop forceRender className="backdrop" />
        <Base.Popup className="popup dialog" initialFocus={danger ? harmless : true}>
          <Base.Title className="text-2xl">{title}</Base.Title>
          <Base.Description className="mt-3 text-ink-soft" render={<div />}>
            {body}
          </Base.Description>
          <div className="mt-6 flex flex-col gap-2.5 sm:flex-row-reverse">
            <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirm}
            </Button>
            <Button ref={harmless} look="quiet" onClick={onCancel}>
              {cancel}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
