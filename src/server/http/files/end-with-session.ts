import type { ServerResponse } from 'node:http';
import type { App, User } from '#server/app.ts';

/** Ends a long response with its session: after signing out no more of it is sent. */
export function endWithSession(app: Pick<App, 'live'>, user: User, answer: ServerResponse): void {
  const unsubscribe = app.live.subscribe(user.id, {
    onChange: () => {},
    onSessionEnd: (session) => {
      if (session === null || session === user.sessionId) answer.destroy();
    },
  });
  answer.once('close', unsubscribe);
}
