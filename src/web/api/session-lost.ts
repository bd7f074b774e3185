/** Told when a route that needs a session answers 401. The session module listens; the client only reports. */
let listener: (() => void) | null = null;

export function onSessionLost(handler: () => void): void {
  listener = handler;
}

export function sessionLost(): void {
  listener?.();
}
