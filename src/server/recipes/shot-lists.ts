import { withCommaLetters } from '#domain/language/fold.ts';
import { cleanName } from '#domain/photos/limits.ts';
import { LONGEST_SHOT_NAME, type ShotList } from '#domain/shots/shots.ts';
import type { App, User } from '#server/app.ts';
import { keepShotLists } from '#server/recipes/shot-list-store.ts';
import { keepUser } from '#server/users/user-store.ts';

/** Keeps these lists in place of the former ones. Throws `auth/session-required` for a deleted account. */
export async function saveShotLists(app: App, user: User, lists: readonly ShotList[]): Promise<ShotList[]> {
  const cleaned = lists.map(cleanList);
  await app.change(async ({ tx }) => {
    await keepUser(tx, user.id);
    await keepShotLists(tx, user.id, { lists: cleaned, now: app.now() });
  });
  return cleaned;
}

/** Returns the list with names as they are stored: names of files are made of them. */
export function cleanList({ name, shots }: ShotList): ShotList {
  return {
    name: toStoredName(name, 'Listă'),
    shots: shots.map(({ key, name: shot, kind }) => ({ key, name: toStoredName(shot, key), kind })),
  };
}

function toStoredName(typed: string, instead: string): string {
  const name = cleanName(withCommaLetters(typed).replaceAll('/', '-'), '').slice(0, LONGEST_SHOT_NAME).trim();
  return name === '' ? instead : name;
}
