import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unusedPort } from '#testing/unused-port.ts';
import { DATA, runEnclosed } from './enclosed.ts';
import { REGION, type StoreKind } from './real-store.ts';

const CONF = '/etc/swift';
const RINGS = ['account', 'container', 'object'] as const;
const SERVERS = [...RINGS, 'proxy'] as const;

/** OpenStack Swift with its S3 interface: a proxy, its cache and the three servers behind it, each object in one copy. */
export const SWIFT: StoreKind = {
  name: 'Swift',
  prepare: async (enclosure, { port, accessKey, secretKey }) => {
    const etc = join(enclosure.data, 'etc');
    mkdirSync(join(enclosure.data, 'node', 'disk'), { recursive: true });
    const cache = await unusedPort();
    const write = (name: string, text: string) => writeFileSync(join(etc, name), text);
    write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = tests\nswift_hash_path_prefix = tests\n');
    write('proxy-server.conf', proxy({ port, cache, accessKey, secretKey }));
    for (const ring of RINGS) {
      const own = await unusedPort();
      write(`${ring}-server.conf`, behind(ring, own));
      const build = ['swift-ring-builder', `${CONF}/${ring}.builder`];
      await runEnclosed(enclosure, [...build, 'create', '4', '1', '1']);
      await runEnclosed(enclosure, [...build, 'add', `r1z1-127.0.0.1:${own}/disk`, '1']);
      await runEnclosed(enclosure, [...build, 'rebalance']);
    }
    const programs = [
      ['memcached', '-l', '127.0.0.1', '-p', String(cache), '-u', 'root'],
      ...SERVERS.map((name) => [`swift-${name}-server`, `${CONF}/${name}-server.conf`, '-v']),
    ];
    return { programs, running: [] };
  },
};

/** Names and passwords of its own accounts are the keys of S3: „account:user”. */
function proxy({
  port,
  cache,
  accessKey,
  secretKey,
}: {
  port: number;
  cache: number;
  accessKey: string;
  secretKey: string;
}): string {
  const [account, user] = accessKey.split(':');
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 10
node_timeout = 60
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cache}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_${account}_${user} = ${secretKey} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;
}

/** What is listed is what was stored: a list that is updated late would wait for programs that are not run here. */
function behind(ring: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
devices = ${DATA}/node
mount_check = false
fallocate_reserve = 0
container_update_timeout = 60
conn_timeout = 10
node_timeout = 60
[pipeline:main]
pipeline = ${ring}-server
[app:${ring}-server]
use = egg:swift#${ring}
`;
}
