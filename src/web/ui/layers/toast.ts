export const TOAST_TIMEOUT_MS = 4000;

export interface ToastMessage {
  /** By which it can be taken back; a second one with it takes the place of the first. */
  readonly id?: string;
  readonly text: string;
  /** Said beside it, as the reason. */
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

/** Callable from anywhere, also outside components. */
export function showToast(message: ToastMessage): void {
  if (show !== null) {
    show(message);
    return;
  }
  waiting.push(message);
  fetchToaster();
}

/** A message that is no longer true goes. */
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

/** The toaster is there and takes what waits and what comes; the answer takes it away again. */
export function takeToasts(by: Show, closeBy: Close | null = null): () => void {
  show = by;
  close = closeBy;
  for (const message of waiting.splice(0)) by(message);
  return () => {
    show = null;
    close = null;
  };
}
