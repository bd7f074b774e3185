import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Runs a statement in the database of a running server's data folder. */
export async function inDatabase(dataDir: string, text: string, values: unknown[] = []): Promise<void> {
  const connectionString = (await readFile(join(dataDir, 'database-url'), 'utf8')).trim();
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

/** So many photos over so many days, tall and wide ones, each with the pictures of `like`: rows alone, for what a long list does. */
export async function seedPhotos(dataDir: string, like: string, count: number): Promise<void> {
  await inDatabase(
    dataDir,
    `insert into photos (id, owner_id, name, bytes, state, format, width, height, sha256, thumbhash, analysis, created_at)
     select 'img_' || lpad(i::text, 20, '0'), p.owner_id, 'IMG_' || lpad(i::text, 5, '0') || '.jpg', p.bytes, p.state, p.format,
       case when i % 3 = 0 then 3000 else 4000 end, case when i % 3 = 0 then 4000 else 3000 end, 'seed' || i, p.thumbhash,
       p.analysis, date_trunc('milliseconds', now()) - i * interval '7 minutes'
     from generate_series(1, $2::int) i, photos p where p.id = $1`,
    [like, count],
  );
}

/** Makes all proofs older than the ten minutes that they count for. */
export function letProofsLapse(dataDir: string): Promise<void> {
  return inDatabase(dataDir, `update sessions set proved_at = now() - interval '11 minutes'`);
}

/** Makes all proofs new, for journeys that take longer than proofs count on a slow machine. */
export function renewProofs(dataDir: string): Promise<void> {
  return inDatabase(dataDir, 'update sessions set proved_at = now() where proved_at is not null');
}
