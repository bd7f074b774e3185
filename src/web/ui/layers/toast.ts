export const TOAST_TIMEOUT_MS = 4000;

export interface ToastMessage {
  /** Id by which it can be taken back; a second toast with it takes the place of the first. */
  readonly id?: string;
  readonly text: string;
  /** Words beside it, as the reason. */
  readonly detail?: string;
  readonly negative?: boolean;
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** A toast with an action may stay longer; 0 keeps it until it is closed. */
  readonly timeout?: number;
}

type Show = (message: ToastMessage) => void;
type Close = (id: string) => void;

/** Messages wait here while the toaster is fetched: it is no part of a page's first load. */
const waiting: ToastMessage[] = [];
let show: Show | null = null;
let close: Close | null = null;
let fetchToaster = () => {};

/** Shows a toast; callable from anywhere, also outside components. */
export function showToast(message: ToastMessage): void {
  if (show !== null) {
    show(message);
    return;
  }
  waiting.push(message);
  fetchToaster();
}

/** Closes a toast that is no longer true. */
export function closeToast(id: string): void {
  close?.(id);
  const at = waiting.findIndex((message) => message.id === id);
  if (at >= 0) waiting.splice(at, 1);
}

/** `run` is called when a message waits for the toaster. */
export function whenToastsWait(run: () => void): void {
  fetchToaster = run;
  if (waiting.length > 0) run();
}

/** Takes waiting and later toasts for the toaster. Returns a function that takes it away again. */
export function takeToasts(by: Show, closeBy: Close | null = null): () => void {
  show = by;
  close = closeBy;
  for (const message of waiting.splice(0)) by(message);
  return () => {
    show = null;
    close = null;
  };
}
