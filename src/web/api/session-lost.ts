/** A route that needs a session answered that there is none. The session module says whether that is so; the client only reports. */
let listener: (() => void) | null = null;
let checkSessionLost: () => Promise<boolean> = async () => true;
let asking: Promise<boolean> | null = null;

export function onSessionLost(handler: () => void): void {
  listener = handler;
}

export function sessionLost(): void {
  listener?.();
}

/** `isLost` asks whether the session is really over: a forced refresh of the token may only have overtaken a request. */
export function onSessionDoubt(isLost: () => Promise<boolean>): void {
  checkSessionLost = isLost;
}

/** However many requests were refused at once, one question is asked. */
export function isSessionLost(): Promise<boolean> {
  asking ??= checkSessionLost().finally(() => {
    asking = null;
  });
  return asking;
}
