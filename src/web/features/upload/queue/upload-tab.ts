/** Which open tab sends which file: a tab holds a lock for as long as it lives, so others see what was left behind. */
const PREFIX = 'fotolot-upload-tab:';
const TAKEOVER = 'fotolot-upload-takeover';

export const tabName = crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Browsers without locks (plain http in a local network) count as having one tab. */
const getLockManager = (): LockManager | undefined => navigator.locks;

export function lockTab(): void {
  void getLockManager()?.request(PREFIX + tabName, () => new Promise<never>(() => undefined));
}

/** Runs while no other tab looks for abandoned files; `isAlive` tells whether the tab of that name is open. */
export async function whileTakingOver(
  run: (isAlive: (tab: string) => boolean) => Promise<void>,
): Promise<void> {
  const manager = getLockManager();
  if (manager === undefined) return run(() => false);
  await manager.request(TAKEOVER, async () => {
    const { held = [] } = await manager.query();
    const alive = new Set(held.map(({ name = '' }) => name));
    await run((tab) => tab !== tabName && alive.has(PREFIX + tab));
  });
}
