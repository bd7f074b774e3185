import {
  changeAdmin,
  describeFactor,
  dropFactor,
  listAdmins,
  openPasswordReset,
} from '#server/users/admins/operate-admins.ts';
import { asOperator, describePort } from './operator.ts';
import { asTool } from './tool.ts';

/**
 * Admins, where no admin can sign in; beside a running server or without one.
 *   npm run admin -- list            their addresses
 *   npm run admin -- grant EMAIL     makes an account an admin's
 *   npm run admin -- revoke EMAIL    makes it an ordinary one again
 *   npm run admin -- reset EMAIL     prints an address at which its owner chooses a new password, once, within an hour; a second factor stays
 *   npm run admin -- drop-factor EMAIL   removes the second factor of an account whose owner lost app and recovery codes
 */
const USAGE = 'npm run admin -- list | grant EMAIL | revoke EMAIL | reset EMAIL | drop-factor EMAIL';

await asTool(async () => {
  const [command, email = '', ...rest] = process.argv.slice(2);
  if (rest.length > 0 || (command === 'list') !== (email === '')) throw new Error(USAGE);
  const lines = await asOperator(async (app) => {
    if (command === 'list') return listAdmins(app);
    if (command === 'grant') return [await changeAdmin(app, { email, isAdmin: true })];
    if (command === 'revoke') return [await changeAdmin(app, { email, isAdmin: false })];
    if (command === 'reset')
      return [await openPasswordReset(app, email), describePort(), await describeFactor(app, email)].flatMap(
        (line) => line ?? [],
      );
    if (command === 'drop-factor') return [await dropFactor(app, email)];
    throw new Error(USAGE);
  });
  console.log(lines.length > 0 ? lines.join('\n') : 'There is no admin yet.');
});
