import { AppError } from '#domain/errors.ts';
import { diffFigures } from '#domain/figures.ts';
import { type Preset, presetFigures } from '#domain/recipes/presets.ts';
import type { App, User } from '#server/app.ts';
import { deletePlanned, insertPreset, presetsAt } from '#server/recipes/preset-store.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';

/** Versions are only added, never changed: batches take the new one at their next start, runs keep theirs. */
export async function addPresetVersion(
  app: App,
  admin: User,
  { preset, validFrom }: { preset: Preset; validFrom: Date | null },
): Promise<void> {
  const now = app.now();
  if (validFrom !== null && validFrom < now)
    throw new AppError('http/bad-request', { fields: ['validFrom'] });
  // Those of custom sizes are told apart from presets by it.
  if (/^custom(-|$)/.test(preset.key)) throw new AppError('http/bad-request', { fields: ['presetKey'] });
  const suffixes = preset.renditions.map(({ suffix }) => suffix);
  if (new Set(suffixes).size < suffixes.length || suffixes[0] !== '')
    throw new AppError('http/bad-request', { fields: ['renditions'] });
  await app.change(async ({ tx }) => {
    const from = validFrom ?? now;
    const before = (await presetsAt(tx, from)).find(({ key }) => key === preset.key);
    const isFirst = await insertPreset(tx, { ...preset, validFrom: from }, admin.id);
    if (!isFirst) throw new AppError('http/bad-request', { fields: ['validFrom'] });
    const changes = diffFigures(before ? presetFigures(before) : {}, presetFigures(preset));
    const details = { label: preset.label, validFrom: from, isNew: before === undefined, changes };
    await recordAudit(tx, app, { admin, kind: 'preset-version', subject: preset.key, details });
  });
}

/** A version whose date has not come is taken back: no batch has started with it. Refuses http/bad-request for any other. */
export async function deletePresetVersion(
  app: App,
  admin: User,
  { key, validFrom }: { key: string; validFrom: Date },
): Promise<void> {
  await app.change(async ({ tx, now }) => {
    if (!(await deletePlanned(tx, key, { validFrom, now })))
      throw new AppError('http/bad-request', { fields: ['validFrom'] });
    await recordAudit(tx, app, {
      admin,
      kind: 'preset-version-dropped',
      subject: key,
      details: { validFrom },
    });
  });
}
