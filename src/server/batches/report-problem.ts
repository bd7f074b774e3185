import { tidyLine } from '#domain/language/visible-text.ts';
import type { App, User } from '#server/app.ts';
import { findBatch } from '#server/batches/store/batch-store.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { adminEmails } from '#server/users/admins/role-store.ts';
import { readUserEmail } from '#server/users/user-store.ts';

/**
 * „Ceva n-a ieșit bine?”: a mail to the operator (to every admin where no operator is entered) with the batch's id and state and the address
 * to reply to. No picture and no file name goes along.
 */
export async function reportProblem(
  app: App,
  user: User,
  { batchId, text }: { batchId: string; text: string },
): Promise<void> {
  await app.change(async ({ tx }) => {
    const batch = await findBatch(tx, user.id, batchId);
    const own = app.operator?.email;
    const to = own ? [own] : await adminEmails(tx);
    const data = {
      batchId,
      number: batch.number,
      state: batch.state,
      userId: user.id,
      from: await readUserEmail(tx, user.id),
      words: text.split('\n').map(tidyLine).filter(Boolean),
    };
    for (const email of to)
      await queueMail(tx, app, {
        kind: 'lot-problem',
        ref: app.newId('report'),
        userId: null,
        address: email,
        data,
      });
  });
}
