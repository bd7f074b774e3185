import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { confirmPasswordReset, confirmVerification, sendPasswordReset } from '#contract/auth.ts';
import type { UserDocument } from '#contract/users.ts';
import { accountHolders } from '#testing/accounts/account-holders.ts';
import type { GoogleServer } from '#testing/accounts/google-server.ts';
import type { GoogleVisitor } from '#testing/accounts/google-visitor.ts';
import { linkIn, mailsTo } from '#testing/mail/mails.ts';
import { PASSWORD } from '#testing/server.ts';

describe('signing in with Google, where an identity there holds another person’s address', () => {
  const { server: running, canEnter: canSignIn } = accountHolders('google');
  let server: GoogleServer;
  let people = 0;
  before(() => {
    server = running();
  });

  const gmail = () => `om.${++people}@gmail.com`;
  const elsewhere = () => `om.${++people}@posta.example`;
  async function isIn(visitor: GoogleVisitor): Promise<UserDocument> {
    const me = await server.whoIs(visitor);
    ok(me);
    return me;
  }

  it('leaves nothing to the squatter when the address’s owner asks for a new password by mail', async () => {
    const email = elsewhere();
    const squatter = await server.arrive({ email, verified: false, sub: '669' });
    await server.client().call(sendPasswordReset, { body: { email } });
    const [mail] = await mailsTo(server.dataDir, email, { mode: 'resetPassword' });
    ok(mail);
    const body = { token: linkIn(mail).token, password: PASSWORD };
    await server.client().call(confirmPasswordReset, { body });
    equal(await server.whoIs(squatter.visitor), null);
    const back = await server.arrive({ email, verified: false, sub: '669' });
    equal(back.landing, '/login?google=password');
    equal(await canSignIn(email), true);
  });

  it('leaves nothing to the squatter when the address’s owner pressed a verification link first', async () => {
    const email = elsewhere();
    const squatter = await server.arrive({ email, verified: false, sub: '670' });
    const [welcome] = await mailsTo(server.dataDir, email, { mode: 'verifyEmail' });
    ok(welcome);
    await server.client().call(confirmVerification, { body: { token: linkIn(welcome).token } });
    await server.client().call(sendPasswordReset, { body: { email } });
    const [mail] = await mailsTo(server.dataDir, email, { mode: 'resetPassword' });
    ok(mail);
    const body = { token: linkIn(mail).token, password: PASSWORD };
    await server.client().call(confirmPasswordReset, { body });
    equal(await server.whoIs(squatter.visitor), null);
    const back = await server.arrive({ email, verified: false, sub: '670' });
    equal(back.landing, '/login?google=password');
  });

  it('keeps an identity that Google vouched for when its owner sets a new password', async () => {
    const email = gmail();
    const { visitor } = await server.arrive({ email, sub: '671' });
    const { uid } = await isIn(visitor);
    await server.client().call(sendPasswordReset, { body: { email } });
    const [mail] = await mailsTo(server.dataDir, email, { mode: 'resetPassword' });
    ok(mail);
    const body = { token: linkIn(mail).token, password: PASSWORD };
    await server.client().call(confirmPasswordReset, { body });
    equal((await isIn((await server.arrive({ email: gmail(), sub: '671' })).visitor)).uid, uid);
  });

  it('leaves nothing to a squatter with an unverified identity at Google', async () => {
    const email = gmail();
    const squatter = await server.arrive({ email, verified: false, sub: '668' });
    const { uid } = await isIn(squatter.visitor);
    const { visitor } = await server.arrive({ email });
    const me = await isIn(visitor);
    deepEqual([me.uid, me.emailVerified], [uid, true]);
    equal(await server.whoIs(squatter.visitor), null);
    const back = await server.arrive({ email, verified: false, sub: '668' });
    equal(back.landing, '/login?google=password');
    equal(back.visitor.cookies.has('sid'), false);
  });
});
