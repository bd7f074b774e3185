import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { openFiles } from '#server/adapters/files/open.ts';
import { readConfig } from '#server/config.ts';
import { thumbnailKey } from '#server/photos/file-keys.ts';
import { getDatabaseUrl, silent } from '../../../tools/data-folder.ts';
import { newId } from '../../../tools/operator.ts';

/** A made-up account that is signed in. */
export interface Member {
  /** Value of its browser's cookie „sid”. */
  readonly token: string;
  readonly batchIds: readonly string[];
  readonly photoIds: readonly string[];
}

export interface CrowdSize {
  readonly users: number;
  readonly batches: number;
  readonly photosPerBatch: number;
}

/**
 * Accounts with sessions, batches and photos, all photos being copies of a real one that is ready in a real batch: its rows, and its small
 * copy under other names. Beside a running server, on a folder that is scratch: the books of these accounts are empty.
 */
export async function seedCrowd(
  dataDir: string,
  model: { batchId: string; photoId: string },
  size: CrowdSize,
): Promise<Member[]> {
  const crowd = Array.from({ length: size.users }, () => ({
    userId: newId('usr'),
    token: randomBytes(32).toString('base64url'),
    batches: Array.from({ length: size.batches }, () => ({
      id: newId('lot'),
      photoIds: Array.from({ length: size.photosPerBatch }, () => newId('img')),
    })),
  }));
  const { url } = await getDatabaseUrl(dataDir, '');
  const { db, close } = openDatabase(url, silent);
  try {
    const { numAffectedRows } = await sql`
      with people as (
        select * from jsonb_to_recordset(${JSON.stringify(crowd)}::jsonb) as p ("userId" text, token text, batches jsonb)
      ), accounts as (
        insert into users (id, email, display_name, batch_count)
        select "userId", "userId" || '@scratch.example', 'Ioana Țuțu', ${size.batches} from people returning id
      ), books as (
        insert into credit_accounts (user_id) select id from accounts
      ), sessions as (
        insert into sessions (token_hash, id, user_id, expires_at, claims_role, claims_issued_at)
        select encode(sha256(token::bytea), 'hex'), 'ses_' || substr("userId", 5), "userId", now() + interval '60 days', 'user', now()
        from people
      ), lots as (
        select "userId" as owner, lot->>'id' as id, lot->'photoIds' as photos, n
        from people, jsonb_array_elements(people.batches) with ordinality as l (lot, n)
      ), made as (
        insert into batches (id, owner_id, number, name, recipe, outputs)
        select lots.id, owner, n, 'Lot ' || n, m.recipe, m.outputs from lots, batches m where m.id = ${model.batchId}
      ), pictures as (
        select owner, lots.id as lot, photo as id, k from lots, jsonb_array_elements_text(photos) with ordinality as p (photo, k)
      ), photographed as (
        insert into photos (id, owner_id, name, bytes, state, format, width, height, sha256, thumbhash, analysis, plate_suggestions)
        select p.id, owner, 'IMG_' || k || '.jpg', bytes, state, format, width, height, md5(p.id), thumbhash, analysis, plate_suggestions
        from pictures p, photos m where m.id = ${model.photoId}
      )
      insert into batch_photos (batch_id, photo_id, position) select lot, id, k from pictures`.execute(db);
    if (Number(numAffectedRows) !== size.users * size.batches * size.photosPerBatch)
      throw new Error(`of the crowd's photos ${numAffectedRows} are there`);
    for (const table of ['users', 'sessions', 'batches', 'photos', 'batch_photos'])
      await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  } finally {
    await close();
  }
  const members = crowd.map(({ token, batches }) => ({
    token,
    batchIds: batches.map(({ id }) => id),
    photoIds: batches.flatMap(({ photoIds }) => photoIds),
  }));
  await linkThumbnails(dataDir, model.photoId, members);
  return members;
}

async function linkThumbnails(dataDir: string, modelId: string, members: readonly Member[]): Promise<void> {
  const files = await openFiles({ ...readConfig(), DATA_DIR: dataDir }, { isTool: true });
  const { path } = await files.borrow(thumbnailKey(modelId));
  for (const { photoIds } of members) for (const id of photoIds) await files.adopt(path, thumbnailKey(id));
}
