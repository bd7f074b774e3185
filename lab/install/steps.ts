import type { Machine } from './machine.ts';

const ADDRESS = 'https://fotolot.example';
const EMAIL = 'admin@fotolot.example';
const NODE = '/opt/fotolot/node_modules/node/bin/node';
/** One who waits for the server on the machine itself. */
export const UNTIL_READY =
  'curl --silent --fail --retry 60 --retry-delay 1 --retry-all-errors http://127.0.0.1:8080/readyz';
const CADDY_AUTHORITY = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
export const CERTIFICATE = '/etc/letsencrypt/live/fotolot.example';

export interface Scene {
  readonly machine: Machine;
  readonly blocks: ReadonlyMap<string, string>;
  /** Says what held. */
  readonly note: (what: string) => void;
  password: string;
  photos: number;
}

/**
 * Runs a block of the page. The shell is a new one each time: it begins with what the page has set so far. `set -e` does not see where a
 * list of lines joined by && stopped, so its status is asked for.
 */
export async function runBlock(
  scene: Scene,
  name: string,
  options?: Parameters<Machine['sh']>[1],
): Promise<string> {
  const lines = scene.blocks.get(name);
  if (lines === undefined) throw new Error(`docs/install.md has no block ${name}.`);
  const before = `${scene.blocks.get('names')}\n[ ! -e /root/shell ] || . /root/shell\n`;
  const after =
    '\n[ $? = 0 ]\ndeclare -p | grep -E "^declare -- (NEW|OLD|PASSWORD|BACKUP)=" > /root/shell || true\n';
  const printed = await scene.machine.sh(before + lines + after, options);
  scene.note(`docs/install.md, „${name}”`);
  return printed;
}

export async function demand(scene: Scene, what: string, lines: string): Promise<string> {
  const printed = await scene.machine.sh(lines);
  scene.note(what);
  return printed;
}

/** Packages, folders, code, settings and the server under its unit. */
export async function installServer(scene: Scene): Promise<void> {
  await runBlock(scene, 'packages', { network: true });
  await runBlock(scene, 'code', { network: true });
  await runBlock(scene, 'settings');
  // A mail server is not in the lab: the journal shows that mails wait for it.
  await runBlock(scene, 'start');
  const said = await runBlock(scene, 'ready');
  scene.password = / signs in with (\S+)$/m.exec(said)?.[1] ?? '';
  await demand(
    scene,
    'systemd-analyze verify finds nothing in the units',
    'systemd-analyze verify /etc/systemd/system/fotolot*',
  );
  await demand(
    scene,
    'the settings are for root and the server alone',
    '[ "$(stat -c "%a %U %G" /etc/fotolot/fotolot.env)" = "640 root fotolot" ] && ! grep -q "^ADMIN_PASSWORD=." /etc/fotolot/fotolot.env',
  );
  await seeHardening(scene);
}

/** What the unit promises is true of the running process. */
async function seeHardening({ machine, note }: Scene): Promise<void> {
  const pid = await machine.sh('systemctl show --property MainPID --value fotolot');
  const inside = `nsenter --target ${pid} --mount --root --wd`;
  await machine.sh(`[ "$(stat -c %U /proc/${pid})" = fotolot ] && grep -q "^Seccomp:.2" /proc/${pid}/status`);
  note('the server runs as fotolot, with a filter of system calls');
  await machine.sh(
    `grep -q "^CapBnd:.0*$" /proc/${pid}/status && grep -q "^NoNewPrivs:.1" /proc/${pid}/status`,
  );
  note('it has no capability and gets none');
  for (const path of ['/opt/fotolot/dist/x', '/etc/x', '/usr/x', '/var/x'])
    await machine.sh(`! ${inside} touch ${path} 2>/tmp/why && grep -q "Read-only file system" /tmp/why`);
  note('code, /etc, /usr and /var are read-only for it, for root there, too');
  await machine.sh(
    `${inside} setpriv --reuid fotolot --regid fotolot --clear-groups touch /var/lib/fotolot/x && rm /var/lib/fotolot/x`,
  );
  note('its folder is not');
  const exposure = await machine.sh('systemd-analyze security fotolot --no-pager | tail -n 1');
  note(exposure.replace(/^\W+/, ''));
}

export async function walk(scene: Scene, authority: string): Promise<void> {
  const words = [ADDRESS, EMAIL, scene.password, String(scene.photos)].map((word) => `'${word}'`).join(' ');
  const lines = await scene.machine.sh(
    `cd /opt/fotolot && NODE_EXTRA_CA_CERTS=${authority} ${NODE} lab/install/walk.ts ${words}`,
  );
  for (const line of lines.split('\n')) scene.note(line);
  scene.photos += 1;
}

/** Caddy signs its own certificate here; all else is the page's. */
export async function proxyByCaddy(scene: Scene): Promise<void> {
  await runBlock(scene, 'caddy', { network: true });
  await scene.machine.sh(
    'sed -i "1i {\\n\\tlocal_certs\\n\\tskip_install_trust\\n}" /etc/caddy/Caddyfile && systemctl restart caddy',
  );
  await scene.machine.sh(`timeout 60 sh -c 'until [ -s ${CADDY_AUTHORITY} ]; do :; done'`);
  await walk(scene, CADDY_AUTHORITY);
}

export async function proxyByNginx(scene: Scene): Promise<void> {
  await scene.machine.sh('systemctl disable --now caddy');
  await scene.machine.sh(
    `mkdir -p ${CERTIFICATE} && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=fotolot.example -addext subjectAltName=DNS:fotolot.example \
      -keyout ${CERTIFICATE}/privkey.pem -out ${CERTIFICATE}/fullchain.pem`,
  );
  await runBlock(scene, 'nginx', { network: true });
  await walk(scene, `${CERTIFICATE}/fullchain.pem`);
  await demand(
    scene,
    'another Host is refused by the server (421)',
    `[ "$(curl --silent --output /dev/null --write-out '%{http_code}' --cacert ${CERTIFICATE}/fullchain.pem --header 'Host: other.example' ${ADDRESS}/)" = 421 ]`,
  );
  await demand(
    scene,
    'TLS 1.1 is refused',
    `! curl --silent --tls-max 1.1 --cacert ${CERTIFICATE}/fullchain.pem ${ADDRESS}/`,
  );
}

/** Signals, backups and what watches. */
export async function operate(scene: Scene): Promise<void> {
  const { machine } = scene;
  await demand(
    scene,
    'killed, the server is started again by systemd and is ready',
    `systemctl kill --signal KILL --kill-whom main fotolot; ${UNTIL_READY}`,
  );
  await demand(
    scene,
    'told to stop, it ends by itself, with its PostgreSQL',
    'systemctl stop fotolot && [ "$(systemctl show --property Result --value fotolot)" = success ] && [ -z "$(find /proc -maxdepth 1 -name "[0-9]*" -user fotolot)" ]',
  );
  await machine.sh(`systemctl start fotolot; ${UNTIL_READY}`);
  await runBlock(scene, 'backup');
  await demand(
    scene,
    'the timer’s backup is whole; the next one is due at night',
    'journalctl -u fotolot-backup | grep -q "is whole" && systemctl list-timers --no-pager | grep -q "02:30:00 .*fotolot-backup.timer"',
  );
  await demand(
    scene,
    'a backup older than BACKUP_DAYS goes with the next one',
    'cp -a $(ls -d /var/backups/fotolot/*Z | tail -n 1) /var/backups/fotolot/fotolot-2020-01-01T00-00-00-000Z && touch -d "31 days ago" /var/backups/fotolot/fotolot-2020-* && systemctl start fotolot-backup && ! ls -d /var/backups/fotolot/fotolot-2020-*',
  );
  await demand(
    scene,
    'fotolot tools/verify.ts: everything holds',
    'fotolot tools/verify.ts --deep | grep "everything holds"',
  );
  await runBlock(scene, 'prometheus', { network: true });
  await demand(
    scene,
    'Prometheus scrapes the server',
    `timeout 60 sh -c 'until curl --silent "http://127.0.0.1:9090/api/v1/query?query=up" | grep -q "fotolot.*,.1"; do :; done'`,
  );
  await demand(
    scene,
    'and each rule of deploy/alerts.yml is one that it can work out',
    `timeout 90 sh -c 'until [ "$(curl --silent http://127.0.0.1:9090/api/v1/rules | grep -o "health.:.ok" | wc -l)" = "$(grep -c "alert:" /etc/prometheus/alerts.yml)" ]; do :; done'`,
  );
}

/** An update with a backup before it, and both ways back. */
export async function updateAndReturn(scene: Scene): Promise<void> {
  const version = async () =>
    scene.machine.sh(
      `${UNTIL_READY} >&2; readlink /proc/$(systemctl show --property MainPID --value fotolot)/exe`,
    );
  const old = await version();
  await runBlock(scene, 'update', { network: true });
  const fresh = await version();
  if (old === fresh) throw new Error(`The server still runs ${old}.`);
  scene.note('the server runs the new version');
  await walk(scene, `${CERTIFICATE}/fullchain.pem`);
  await runBlock(scene, 'back');
  if ((await version()) !== old) throw new Error('The server does not run the older version.');
  scene.note('the server runs the older version again');
  const photosThen = scene.photos;
  await runBlock(scene, 'backup');
  await walk(scene, `${CERTIFICATE}/fullchain.pem`);
  await runBlock(scene, 'restore');
  await version();
  scene.photos = photosThen;
  await walk(scene, `${CERTIFICATE}/fullchain.pem`);
}
