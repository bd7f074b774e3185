import type { App } from '#server/app.ts';
import { addressKey, countHit } from '#server/http/limits.ts';
import { dropEmailChange } from '#server/users/email-change-store.ts';
import { dropIdentitiesSince } from '#server/users/identity-store.ts';
import { closeLinks, takeLinkElsewhere } from '#server/users/mail-link-store.ts';
import { queueMail } from '#server/users/mail-outbox.ts';
import { endAllSessions } from '#server/users/session-store.ts';
import { raiseUserRev, setAddress, setPassword } from '#server/users/user-store.ts';

const PER_ADDRESS = { hits: 30, seconds: 900 };

/** „Nu am fost eu”: whoever moved the account knew its password, so that goes too, with what they linked; a new one is mailed. */
export async function undoEmailChange(app: App, ip: string, { token }: { token: string }): Promise<void> {
  await countHit(app, `email-undo:address:${addressKey(ip)}`, PER_ADDRESS, 'auth/too-many-requests');
  await app.change(async (tx, changes) => {
    const { user, email, madeAt } = await takeLinkElsewhere(tx, app, 'undo-email', token);
    if (user.email !== email) await setAddress(tx, user.id, email, app.now());
    await setPassword(tx, user.id, null);
    await dropIdentitiesSince(tx, user.id, madeAt);
    await dropEmailChange(tx, user.id);
    await closeLinks(tx, 'reset-password', user.id);
    await raiseUserRev(tx, changes, user.id);
    await endAllSessions(tx, changes, app, user.id);
    await queueMail(tx, app, { kind: 'reset-password', ref: app.newId('rst'), userId: null, address: email });
  });
}
