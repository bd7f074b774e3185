import type { Selectable } from 'kysely';
import type { Preset, PresetRules } from '#domain/recipes/presets.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

type Row = Selectable<DB['presets']>;

/** A version of a preset with the instant from which it counts. */
export interface PresetVersion extends Preset {
  readonly validFrom: Date;
}

/** Returns every preset as of `now`, in the order they are shown, withdrawn ones at the end. */
export async function presetsAt(db: Db | Tx, now: Date): Promise<Preset[]> {
  const rows = await db
    .selectFrom('presets')
    .selectAll()
    .distinctOn('key')
    .where('valid_from', '<=', now)
    .orderBy('key')
    .orderBy('valid_from', 'desc')
    .execute();
  const rankOf = (row: Row) => (row.withdrawn ? 100_000 : 0) + row.position;
  return rows.sort((a, b) => rankOf(a) - rankOf(b) || a.key.localeCompare(b.key)).map(asPreset);
}

function asPreset(row: Row): Preset {
  return {
    key: row.key,
    label: row.label,
    overlays: row.overlays,
    renditions: row.renditions,
    source: row.source,
    sourceUrl: row.source_url,
    verified: row.verified,
    rules: row.rules,
    withdrawn: row.withdrawn,
  };
}

/** Returns all versions of all presets, by preset, the newest first. */
export async function presetVersions(db: Db | Tx): Promise<PresetVersion[]> {
  const rows = await db
    .selectFrom('presets')
    .selectAll()
    .orderBy('key')
    .orderBy('valid_from', 'desc')
    .execute();
  return rows.map((row) => ({ ...asPreset(row), validFrom: row.valid_from }));
}

/** Returns rules that came with the program while an admin's version counted, until an admin adds another. */
export async function newerPresets(db: Db | Tx): Promise<{ key: string; rules: PresetRules }[]> {
  return db
    .selectFrom('newer_presets as newer')
    .select(['newer.key', 'newer.rules'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('presets')
            .select('presets.key')
            .whereRef('presets.key', '=', 'newer.key')
            .whereRef('presets.added_at', '>', 'newer.brought_at'),
        ),
      ),
    )
    .orderBy('newer.key')
    .execute();
}

/** Inserts a version; a new preset stands behind the others. Returns false where the preset has one of this very instant. */
export async function insertPreset(tx: Tx, version: PresetVersion, addedBy: string): Promise<boolean> {
  const all = await tx
    .selectFrom('presets')
    .select(['key', 'position'])
    .orderBy('position', 'desc')
    .execute();
  const known = all.find(({ key }) => key === version.key);
  const row = await tx
    .insertInto('presets')
    .values({
      key: version.key,
      valid_from: version.validFrom,
      position: known?.position ?? (all[0]?.position ?? 0) + 10,
      label: version.label,
      overlays: version.overlays,
      renditions: JSON.stringify(version.renditions),
      source: version.source,
      source_url: version.sourceUrl,
      verified: version.verified,
      rules: JSON.stringify(version.rules),
      withdrawn: version.withdrawn,
      added_by: addedBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a version. Returns false where none is of that instant, or it counts already. */
export async function deletePlanned(
  tx: Tx,
  key: string,
  { validFrom, now }: { validFrom: Date; now: Date },
): Promise<boolean> {
  const row = await tx
    .deleteFrom('presets')
    .where('key', '=', key)
    .where('valid_from', '=', validFrom)
    .where('valid_from', '>', now)
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}
