import { ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { register } from '#contract/auth.ts';
import { readMe } from '#contract/users.ts';
import { PASSWORD } from '#testing/server.ts';
import { type Cluster, type Member, RoamingClient, startCluster } from './cluster.ts';

let all: Cluster;
let webs: Member[];

describe('connections to PostgreSQL', () => {
  before(async () => {
    all = await startCluster();
    const started = await Promise.all(
      (['web', 'web', 'web', 'worker', 'worker'] as const).map((role) => all.start(role)),
    );
    webs = started.slice(0, 3);
  });
  after(() => all.close());

  it('three web processes and two workers keep to 60 connections, also while all have much to do', async () => {
    const { pool } = all.database;
    const owner = new RoamingClient(webs.map(({ url }) => url));
    await owner.call(register, { body: { email: 'multe@fotolot.example', password: PASSWORD } });
    let most = 0;
    for (let round = 0; round < 5; round++) {
      const asked = webs.flatMap(({ url }) => {
        const client = owner.createClientAt(url);
        return Array.from({ length: 40 }, () => client.call(readMe, {}));
      });
      const { rows } = await pool.query(
        'select count(*) as n from pg_stat_activity where datname = current_database()',
      );
      most = Math.max(most, rows[0].n - pool.totalCount);
      await Promise.all(asked);
    }
    ok(most >= 3 * 2, `${most} connections: the processes are there`);
    ok(most <= 60, `${most} connections`);
  });
});
