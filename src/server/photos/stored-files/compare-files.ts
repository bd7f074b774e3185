import type { ListedFile } from '#server/adapters/files/port.ts';
import type { App } from '#server/app.ts';
import type { FileFolder } from '#server/photos/file-keys.ts';
import { type NamedFile, namedFiles } from '#server/photos/stored-files/stored-files-view.ts';

/** A file that a row names, or that is stored, or both. */
export interface ComparedFile<Named = NamedFile> {
  readonly key: string;
  readonly named: Named | null;
  readonly stored: ListedFile | null;
}

/** What rows name of a folder beside what is stored in it, in the order of the keys: two sorted streams, of which little is in memory. */
export function compareFiles({ db, files }: Pick<App, 'db' | 'files'>, folder: FileFolder) {
  return sideBySide(namedFiles(db, folder), files.list(folder));
}

/** Fails when one of the two does not come in order: everything behind it would look lost. */
export async function* sideBySide<Named extends { readonly key: string }>(
  named: AsyncIterable<Named>,
  stored: AsyncIterable<ListedFile>,
): AsyncGenerator<ComparedFile<Named>> {
  const [rows, objects] = [inOrder(named), inOrder(stored)];
  try {
    let [row, object] = [await readNext(rows), await readNext(objects)];
    while (row !== null || object !== null) {
      const isNamed = row !== null && (object === null || row.key <= object.key);
      const isStored = object !== null && (row === null || object.key <= row.key);
      const key = (isNamed ? row : object)?.key ?? '';
      yield { key, named: isNamed ? row : null, stored: isStored ? object : null };
      if (isNamed) row = await readNext(rows);
      if (isStored) object = await readNext(objects);
    }
  } finally {
    await Promise.all([rows.return(undefined), objects.return(undefined)]);
  }
}

async function* inOrder<T extends { readonly key: string }>(all: AsyncIterable<T>): AsyncGenerator<T> {
  let last = '';
  for await (const one of all) {
    if (one.key <= last) throw new Error(`${one.key} comes after ${last}: files are not listed in order`);
    last = one.key;
    yield one;
  }
}

async function readNext<T>(all: AsyncGenerator<T>): Promise<T | null> {
  const { done, value } = await all.next();
  return done ? null : value;
}
