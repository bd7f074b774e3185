import type { Version } from './product-copy.ts';

const JOB = `{ name: 'rolled', payload: { safeParse: (data) => ({ success: true, data }) } }`;

const EDITS: NonNullable<Version['edits']> = [
  [
    'contract/batches.ts',
    'order: z.optional(z.enum(PHOTO_ORDERS)),',
    'order: z.optional(z.enum(PHOTO_ORDERS)),\n    note: z.optional(z.string()),',
  ],
  [
    'server/batches/routes.ts',
    `implementRoute(contract.editBatch, ({ user, params, body }) =>
      editBatch(app, user, { batchId: params.batchId, edit: body }),
    ),`,
    `implementRoute(contract.editBatch, async ({ user, params, body: { note, ...body } }) => {
      if (note) await app.change(({ tx }) => app.queue.send(tx, ${JOB}, {}));
      return editBatch(app, user, { batchId: params.batchId, edit: body });
    }),`,
  ],
  ['server/jobs.ts', "  'sweep',\n]", "  'sweep',\n  'rolled',\n]"],
  [
    'server/jobs.ts',
    '    sweep: byClock({',
    `    rolled: buildJob(${JOB}, {
      run: async () => void (await app.db.insertInto('rolled').defaultValues().execute()),
      concurrency: 1,
      retries: 3,
    }),
    sweep: byClock({`,
  ],
];

const TABLE = 'create table rolled (at timestamptz not null default now(), was text);';

/** A version as it is, one with a table, a field, a job and scripts more, and one that takes something away from the second. */
export const OLD: Version = { name: 'v1' };
export const NEW: Version = { name: 'v2', edits: EDITS, migrations: { '9001-rolled.sql': TABLE } };
export const TAKES_AWAY: Version = {
  name: 'v3',
  edits: EDITS,
  migrations: {
    '9001-rolled.sql': TABLE,
    '9002-rolled-without.sql': '-- contract: needs code from 9001\nalter table rolled drop column was;',
  },
};

/** What pages of these versions send with an edit: the newer one a field that the older server refuses. */
export function buildEdit(version: string, n: number): object {
  return { name: `Lot ${n}`, ...(version !== OLD.name && { note: 'nou' }) };
}
