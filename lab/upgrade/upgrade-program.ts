import { createInterface } from 'node:readline';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { type Member, startCluster } from '../cluster/cluster.ts';
import { ownPostgres } from '../cluster/own-postgres.ts';
import { copyProduct } from './product-copy.ts';
import { NEW, OLD } from './rolled-versions.ts';

/**
 * An upgrade for programs that do not import the product: two web processes and a worker of the version before, with the page that is built
 * here. Prints `{url}`; each line of its input, `web` or `worker`, has the oldest process of that role replaced by one of the newer version, and
 * prints `{url}` again. Ends with its standard input.
 */
const DRAIN_SECONDS = '3';

const folder = await makeTemporaryFolder();
const [old = '', next = ''] = await Promise.all(
  [OLD, NEW].map((version) => copyProduct(folder.path, version, 'built')),
);
const postgres = await ownPostgres(120);
const all = await startCluster();
const startMember = (role: 'web' | 'worker', main: string) =>
  all.start(role, { main, env: { DRAIN_SECONDS } });
const members: Record<'web' | 'worker', Member[]> = {
  web: await Promise.all([startMember('web', old), startMember('web', old)]),
  worker: [await startMember('worker', old)],
};
const printUrl = () => console.log(JSON.stringify({ url: all.url }));
printUrl();
for await (const role of createInterface({ input: process.stdin })) {
  if (role !== 'web' && role !== 'worker') throw new Error(`no role ${role}`);
  members[role].push(await startMember(role, next));
  const oldest = members[role].shift();
  oldest?.tell('SIGTERM');
  if ((await oldest?.end()) !== 0) throw new Error(`${role} did not end well`);
  printUrl();
}
await all.close();
await postgres.stop();
await folder.remove();
process.exit(0);
