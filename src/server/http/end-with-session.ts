import type { ServerResponse } from 'node:http';
import type { App, User } from '#server/app.ts';

/** An answer that takes long ends with the session it was asked in: whoever is signed out gets no more of it. */
export function endWithSession(app: Pick<App, 'live'>, user: User, answer: ServerResponse): void {
  const unsubscribe = app.live.subscribe(user.id, {
    onChange: () => {},
    onSessionEnd: (session) => {
      if (session === null || session === user.sessionId) answer.destroy();
    },
  });
  answer.once('close', unsubscribe);
}
