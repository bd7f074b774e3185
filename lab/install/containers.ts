import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packBareDebian } from './machine.ts';
import { CERTIFICATE, demand, runBlock, type Scene, UNTIL_READY, walk } from './steps.ts';

const FOLDER = 'cd /opt/fotolot-container/deploy/container';
const PASSWORD = 'a password for containers';
/** Where control groups of this machine have no controllers, podman cannot limit processes. */
const SETTINGS = '[containers]\npids_limit = 0\n';
/** What was fetched before is not fetched again; limits are those of this machine, which may forbid to raise them. */
const BUILD_SETTINGS = `cat > /etc/containers/build.conf <<END
${SETTINGS}volumes = ["/root/.npm:/root/.npm"]
default_ulimits = ["nofile=$(ulimit -Hn):$(ulimit -Hn)", "nproc=$(ulimit -Hu):$(ulimit -Hu)"]
END
sed -i s/unlimited/-1/g /etc/containers/build.conf; mkdir -p /root/.npm`;

/** The same server in containers behind the same nginx. Their base image is the bare Debian that this machine began as. */
export async function runContainers(scene: Scene): Promise<void> {
  const { machine, note } = scene;
  await machine.sh('systemctl disable --now fotolot fotolot-backup.timer');
  await runBlock(scene, 'container', { network: true });
  await packBareDebian(join(machine.tree, 'root/base.tar'));
  await machine.sh(
    'podman import /root/base.tar docker.io/library/debian:trixie-slim && rm /root/base.tar && mkdir -p /etc/containers',
  );
  writeFileSync(join(machine.tree, 'etc/containers/containers.conf'), SETTINGS);
  await machine.sh(BUILD_SETTINGS);
  await runBlock(scene, 'container-build', {
    network: true,
    env: { BUILDAH_ISOLATION: 'chroot', CONTAINERS_CONF: '/etc/containers/build.conf' },
  });
  // podman-compose ends well where a build failed.
  await demand(
    scene,
    'both images are built',
    'podman image exists localhost/fotolot && podman image exists localhost/fotolot-postgres',
  );
  await machine.sh(`${FOLDER}; sed -i 's|^ADMIN_PASSWORD=.*|ADMIN_PASSWORD="${PASSWORD}"|' fotolot.env`);
  await runBlock(scene, 'container-up');
  await machine.sh(UNTIL_READY);
  scene.password = PASSWORD;
  scene.photos = 0;
  await walk(scene, `${CERTIFICATE}/fullchain.pem`);
  const pid = await machine.sh(
    'podman inspect --format "{{.State.Pid}}" $(podman ps --quiet --filter name=server)',
  );
  // As the kernel writes 10.89.44.1, in the table of the container's connections.
  await demand(
    scene,
    'the proxy comes to the container by the address in TRUSTED_PROXIES',
    `grep -q ":1F90 012C590A:.... 01 " /proc/${pid}/net/tcp`,
  );
  await runBlock(scene, 'container-backup');
  await demand(
    scene,
    'stopped, the server in its container ends by itself',
    `${FOLDER}; id=$(podman ps --quiet --filter name=server); podman stop $id && [ "$(podman inspect --format "{{.State.ExitCode}}" $id)" = 0 ]`,
  );
  await machine.sh(`${FOLDER}; podman-compose down && podman-compose up --detach; ${UNTIL_READY}`);
  note('the containers are made anew over their volumes');
  await walk(scene, `${CERTIFICATE}/fullchain.pem`);
}
