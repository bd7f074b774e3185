import { type Member, startCluster } from './cluster.ts';
import { ownPostgres } from './own-postgres.ts';

/**
 * A cluster for programs that do not import the product: three web processes and two workers over a store whose replies take DELAY_MS.
 * Prints one line, `{url, webs}`: the address for people and the process ids of those that serve them. One that is killed comes back.
 * Ends with its standard input.
 */
const { DELAY_MS = '0' } = process.env;
const postgres = await ownPostgres(120);
const all = await startCluster();
let isOver = false;

/** Resolves once it is ready; then it is started again as often as it ends. */
async function keepMemberRunning(role: 'web' | 'worker'): Promise<Member> {
  const member = await all.start(role);
  member.end().then(
    () => (isOver ? undefined : keepMemberRunning(role)),
    () => {},
  );
  return member;
}

const webs = await Promise.all([
  keepMemberRunning('web'),
  keepMemberRunning('web'),
  keepMemberRunning('web'),
]);
await Promise.all([keepMemberRunning('worker'), keepMemberRunning('worker')]);
await all.store.goesWrong({ delayMs: Number(DELAY_MS) });
console.log(JSON.stringify({ url: all.url, webs: webs.map(({ pid }) => pid) }));
process.stdin.resume().once('end', async () => {
  isOver = true;
  await all.close();
  await postgres.stop();
  process.exit(0);
});
