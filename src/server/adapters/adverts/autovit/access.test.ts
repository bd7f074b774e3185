import { deepEqual, doesNotMatch, equal, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { PasswordSite } from '#server/adapters/adverts/port.ts';
import { PARC, PARTNER, RULATE, startAutovit } from '#testing/accounts/autovit-stand-in.ts';
import { failsAs } from '#testing/accounts/site-failures.ts';

const PLAIN = '8000001';
/** Of the other dealer. */
const FOREIGN = '8000005';
/** Nothing is fetched from it: the call is refused before. */
const ADDRESS = 'https://fotolot.example/p/a.jpg';

describe('access to Autovit', () => {
  let autovit: Awaited<ReturnType<typeof startAutovit>>;
  let site: PasswordSite;
  before(async () => {
    autovit = await startAutovit();
    site = autovit.site;
  });
  after(() => autovit.close());
  beforeEach(() => autovit.setFaults({}));

  it('gives twelve hours for the account’s password, and nothing that would prolong them', async () => {
    for (const seconds of ['number', 'text']) {
      await autovit.setFaults({ seconds });
      const { expiresAt, refreshToken } = await site.exchangePassword(PARC);
      ok(Math.abs(expiresAt.getTime() - Date.now() - 43_200_000) < 60_000);
      equal(refreshToken, null);
    }
    await failsAs(site.renew('{}'), 'reconnect');
  });

  it('says whose account it is, and names it in each call as the site asks', async () => {
    const access = await autovit.connect({ ...PARC, email: ' Parc@Autovit.example ' });
    deepEqual(await site.readSeller(access), { id: PARC.email, name: PARC.email });
    const agents = (await autovit.listCalls()).map(({ agent }) => agent);
    deepEqual([...new Set(agents)], [PARC.email]);
    await failsAs(site.readSeller('made up'), 'token');
    const made = JSON.stringify({ email: PARC.email, owner: null, token: 'made up' });
    await failsAs(site.readSeller(made), 'token');
    await failsAs(site.readAdvert('{}', PLAIN), 'token');
    await failsAs(site.replacePictures('', await site.readAdvert(access, PLAIN), { addresses: [] }), 'token');
  });

  it('tells what a person must do again from what is the operator’s', async () => {
    const wrong = () => site.exchangePassword({ ...PARC, password: 'parola mea de altundeva' });
    await failsAs(wrong(), 'reconnect');
    for (const email of ['', 'parc', 'a\r\nb@c.ro', 'ș@autovit.example', `${'a'.repeat(250)}@b.ro`])
      await failsAs(site.exchangePassword({ ...PARC, email }), 'reconnect');
    await failsAs(autovit.createSite({ clientSecret: 'x' }).exchangePassword(PARC), 'operator');
    await autovit.setFaults({ client: 'suspended' });
    await failsAs(site.exchangePassword(PARC), 'operator');
    await autovit.setFaults({ token: '500' });
    await failsAs(site.exchangePassword(PARC), 'away');
    await autovit.setFaults({ token: '429' });
    await rejects(site.exchangePassword(PARC), { kind: 'busy', facts: { status: 429, waitSeconds: 7 } });
    await autovit.setFaults({ scope: 'read' });
    const narrow = await autovit.connect();
    const advert = await site.readAdvert(narrow, PLAIN);
    await failsAs(site.replacePictures(narrow, advert, { addresses: [ADDRESS] }), 'reconnect');
    await autovit.setFaults({ callers: 'listed' });
    await failsAs(site.readAdvert(narrow, PLAIN), 'operator');
  });

  it('ends access when the dealer changes the password', async () => {
    const access = await autovit.connect(RULATE);
    await autovit.sim('/password', { dealerId: 502, password: 'alta' });
    await failsAs(site.readAdvert(access, FOREIGN), 'token');
    await failsAs(autovit.connect(RULATE), 'reconnect');
    await autovit.sim('/password', { dealerId: 502, password: RULATE.password });
  });

  it('keeps the password in nothing that it gives, throws or asks for later', async () => {
    const grant = await site.exchangePassword(PARC);
    const failures = [
      await site.exchangePassword({ ...PARC, password: 'greșită și lungă' }).catch((error: unknown) => error),
      await autovit
        .createSite({ callMs: 0 })
        .exchangePassword(PARC)
        .catch((error: unknown) => error),
    ];
    await site.readAdvert(grant.accessToken, PLAIN);
    const said = inspect([grant, failures, await autovit.listCalls()], { depth: 20, showHidden: true });
    doesNotMatch(said, /parc-auto|greșită|client-secret/u);
  });

  describe('with an operator that is its partner', () => {
    let partner: PasswordSite;
    before(() => {
      partner = autovit.createSite({ partner: PARTNER });
    });

    it('renews access without the password, to the account that it opened and no other', async () => {
      await failsAs(partner.exchangePassword({ ...PARC, password: 'x' }), 'reconnect');
      const first = await partner.exchangePassword(PARC);
      ok(first.refreshToken);
      doesNotMatch(`${first.accessToken}${first.refreshToken}`, /parc-auto|partner-secret/u);
      const { accessToken } = await partner.renew(first.refreshToken);
      deepEqual(await partner.readSeller(accessToken), { id: PARC.email, name: PARC.email });
      const advert = await partner.readAdvert(accessToken, PLAIN);
      // The site can fetch its own picture, too.
      const [picture = ''] = advert.pictures;
      equal(
        (await partner.replacePictures(accessToken, advert, { addresses: [picture] })).pictures.length,
        1,
      );
      // A partner that reaches all accounts.
      const strange = JSON.stringify({ ...JSON.parse(accessToken), email: RULATE.email });
      await failsAs(partner.readAdvert(strange, FOREIGN), 'foreign');
      deepEqual((await partner.listAdverts(strange, 0)).adverts, []);
    });

    it('tells the operator, not the person, when the partner’s grant is refused', async () => {
      const kept = (await partner.exchangePassword(PARC)).refreshToken ?? '';
      const other = autovit.createSite({ partner: { ...PARTNER, secret: 'x' } });
      await failsAs(other.renew(kept), 'operator');
      await failsAs(other.exchangePassword(PARC), 'operator');
      await failsAs(site.renew(kept), 'reconnect');
    });
  });
});
