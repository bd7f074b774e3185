import { Toast } from '@base-ui/react/toast';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { TOAST_TIMEOUT_MS, type ToastMessage, takeToasts } from '#web/ui/layers/toast.ts';

interface ToastData {
  readonly negative: boolean;
}

const toasts = Toast.createToastManager<ToastData>();

function addToast({
  id: own,
  text,
  detail,
  negative = false,
  action,
  timeout = TOAST_TIMEOUT_MS,
}: ToastMessage): void {
  const id = toasts.add({
    ...(own && { id: own }),
    title: text,
    description: detail,
    timeout,
    data: { negative },
    ...(action
      ? {
          actionProps: {
            children: action.label,
            onClick: () => {
              action.onPress();
              toasts.close(id);
            },
          },
        }
      : {}),
  });
}

/** The place where toasts appear: top, newest first. Mounted once, beside the app. */
export function Toaster() {
  useEffect(() => takeToasts(addToast, toasts.close), []);
  return (
    <Toast.Provider toastManager={toasts} timeout={TOAST_TIMEOUT_MS} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label="Mesaje">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts: shown } = Toast.useToastManager<ToastData>();
  return shown.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['up', 'right']}
      className={clsx('toast', toast.data?.negative && 'toast-negative')}
    >
      <Toast.Content className="flex items-center gap-3 py-2.5 pr-2 pl-4">
        {/* Refusals are announced at once, the rest politely. */}
        <div className="min-w-0 flex-1 text-[0.9375rem]" role={toast.data?.negative ? 'alert' : undefined}>
          <Toast.Title className="font-medium" render={<p />} />
          <Toast.Description />
        </div>
        {toast.actionProps && (
          <Toast.Action className="min-h-8 rounded-full px-3 text-sm font-semibold underline underline-offset-4" />
        )}
        {/* Toasts never stack here: the close button is always visible, so it is not hidden from screen readers either. */}
        <Toast.Close
          aria-hidden={false}
          aria-label="Închide mesajul"
          className="grid size-8 shrink-0 place-items-center rounded-full"
        >
          <X aria-hidden size={16} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
