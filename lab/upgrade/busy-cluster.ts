import { login, register } from '#contract/auth.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { newBatch } from '#testing/runs.ts';
import { PASSWORD, pollUntil } from '#testing/server.ts';
import { type Cluster, type Member, RoamingClient, startCluster } from '../cluster/cluster.ts';
import { ReadyMembers } from '../cluster/ready-members.ts';
import { buildEdit } from './rolled-versions.ts';
import { Traffic } from './traffic.ts';

const EMAIL = 'dealer@fotolot.example';

/** A cluster that a person with many tabs is working at. */
export interface BusyCluster {
  readonly all: Cluster;
  readonly webs: readonly Member[];
  readonly workers: readonly Member[];
  readonly ready: ReadyMembers;
  readonly traffic: Traffic;
  readonly batchId: string;
  readonly photoIds: readonly string[];
  /** The same person, at these processes in turn. */
  at(webs: readonly Member[]): RoamingClient;
  close(): Promise<void>;
}

/** `main`: of the version that all of it begins with. */
export async function busyCluster(
  main: string,
  { webs, workers }: { webs: number; workers: number },
): Promise<BusyCluster> {
  const all = await startCluster();
  const started = await Promise.all([
    ...Array.from({ length: webs }, () => all.start('web', { main })),
    ...Array.from({ length: workers }, () => all.start('worker', { main })),
  ]);
  const serving = started.slice(0, webs);
  const owner = new RoamingClient(serving.map(({ url }) => url));
  await owner.call(register, { body: { email: EMAIL, password: PASSWORD } });
  await owner.call(login, { body: { email: EMAIL, password: PASSWORD } });
  const photoIds = await uploadPhotos(owner, [1, 2, 3]);
  const { id: batchId } = await newBatch(owner, { name: 'Lot', photoIds });
  const ready = new ReadyMembers();
  for (const web of serving) ready.add(web);
  await pollUntil(
    async () => ready.count,
    (count) => count === webs,
  );
  const traffic = new Traffic({ ready, cookie: owner.cookie, batchId, buildEdit: buildEdit });
  return {
    all,
    ready,
    traffic,
    batchId,
    photoIds,
    webs: serving,
    workers: started.slice(webs),
    at: (members) => {
      const client = new RoamingClient(members.map(({ url }) => url));
      client.cookie = owner.cookie;
      return client;
    },
    close: async () => {
      await traffic.stopTraffic();
      await ready.stopPolling();
      await all.close();
    },
  };
}
