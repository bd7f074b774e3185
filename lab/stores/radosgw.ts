import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unusedPort } from '#testing/unused-port.ts';
import { DATA, runEnclosed, startEnclosed } from './enclosed.ts';
import type { StoreKind } from './real-store.ts';

const CONF = ['-c', `${DATA}/ceph.conf`];
const MONITOR = ['ceph-mon', ...CONF, '-i', 'a', '-f'];
const OSD = ['ceph-osd', ...CONF, '-i', '0', '-f'];
const GATEWAY = ['radosgw', ...CONF, '-n', 'client.admin', '-f'];

/** The gateway of Ceph with a monitor and one OSD, whose disk is a file: what it acknowledged outlives the death of all three. */
export const RADOSGW: StoreKind = {
  name: 'RadosGW',
  prepare: async (enclosure, { port, accessKey, secretKey }) => {
    const monitor = `[v2:127.0.0.1:${await unusedPort()}]`;
    const [cluster, osd] = [randomUUID(), randomUUID()];
    for (const name of ['mon', 'osd']) mkdirSync(join(enclosure.data, name));
    writeFileSync(join(enclosure.data, 'ceph.conf'), configuration({ cluster, monitor, port }));
    const map = `${DATA}/monmap`;
    await runEnclosed(enclosure, ['monmaptool', '--create', '--addv', 'a', monitor, '--fsid', cluster, map]);
    await runEnclosed(enclosure, ['ceph-mon', ...CONF, '-i', 'a', '--mkfs', '--monmap', map]);
    const running = [startEnclosed(enclosure, MONITOR)];
    await runEnclosed(enclosure, ['ceph', ...CONF, 'osd', 'new', osd]);
    await runEnclosed(enclosure, ['ceph-osd', ...CONF, '-i', '0', '--mkfs', '--osd-uuid', osd]);
    running.push(startEnclosed(enclosure, OSD));
    const user = [
      '--uid=tests',
      '--display-name=tests',
      `--access-key=${accessKey}`,
      `--secret-key=${secretKey}`,
    ];
    await runEnclosed(enclosure, ['radosgw-admin', ...CONF, 'user', 'create', ...user]);
    return { programs: [MONITOR, OSD, GATEWAY], running };
  },
};

/** Little else than what one machine needs: no keys among the daemons, one copy of everything, no waiting for others to propose. */
function configuration({
  cluster,
  monitor,
  port,
}: {
  cluster: string;
  monitor: string;
  port: number;
}): string {
  return `[global]
fsid = ${cluster}
mon_initial_members = a
mon_host = ${monitor}
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_mon_client_mode = crc
ms_bind_ipv6 = false
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
run_dir = ${DATA}
admin_socket =
log_file =
log_to_stderr = false
err_to_stderr = true
mon_cluster_log_to_file = false
mon_data = ${DATA}/mon
mon_data_avail_warn = 1
mon_data_avail_crit = 1
mon_allow_pool_size_one = true
paxos_propose_interval = 0.05
paxos_min_wait = 0.01
osd_data = ${DATA}/osd
osd_objectstore = bluestore
osd_memory_target = 939524096
bluestore_block_create = true
bluestore_block_size = 6000000000
osd_crush_chooseleaf_type = 0
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
rgw_data = ${DATA}
rgw_enable_apis = s3
rgw_frontends = beast endpoint=127.0.0.1:${port}
rgw_gc_obj_min_wait = 5
rgw_gc_processor_period = 5
`;
}
