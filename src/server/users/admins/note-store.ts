import type { Db, Tx } from '#server/app.ts';

/** Far more than one account has. */
const AT_MOST = 100;

interface NewNote {
  readonly id: string;
  readonly userId: string;
  readonly words: string;
  readonly adminId: string;
  readonly at: Date;
}

/** Needs the account's lock: a deletion meanwhile would leave the note behind. */
export async function insertNote(tx: Tx, { id, userId, words, adminId, at }: NewNote): Promise<void> {
  await tx
    .insertInto('account_notes')
    .values({ id, user_id: userId, words, written_by: adminId, created_at: at })
    .execute();
}

/** Returns an account's notes, newest first, each with its writer's address of today. */
export async function findNotes(db: Db, userId: string) {
  return db
    .selectFrom('account_notes as note')
    .leftJoin('users as by', (join) =>
      join.onRef('by.id', '=', 'note.written_by').on('by.deleted_at', 'is', null),
    )
    .select(['note.id', 'note.words', 'note.created_at', 'by.email'])
    .where('note.user_id', '=', userId)
    .orderBy('note.created_at', 'desc')
    .orderBy('note.id', 'desc')
    .limit(AT_MOST)
    .execute();
}
