import { availableParallelism } from 'node:os';
import type { CatalogueReply } from '#contract/admin/admin.ts';
import type { Overview } from '#contract/admin/admin-overview.ts';
import type { FetchableModel } from '#domain/photos/cutout-models.ts';
import type { App } from '#server/app.ts';

/** What there is to choose from, what is chosen, and how far it is. */
export function readModels({ cutoutModels }: Pick<App, 'cutoutModels'>): CatalogueReply {
  const { state, choice, model, auto, inUse, doneBytes, problem, nextTryAt, wasDamaged } =
    cutoutModels.getStatus();
  return {
    isOpen: cutoutModels.isOpen,
    state,
    choice,
    chosen: model?.key ?? null,
    auto: auto?.key ?? null,
    inUse: inUse?.key ?? null,
    doneBytes,
    problem,
    nextTryAt: nextTryAt?.toISOString() ?? null,
    wasDamaged,
    cores: availableParallelism(),
    models: cutoutModels.catalogue.map((each) => ({
      ...toCatalogueEntry(each),
      isHere: cutoutModels.isHere(each),
    })),
  };
}

/** The one on its way, for the overview. */
export function modelOnItsWay({ cutoutModels }: Pick<App, 'cutoutModels'>): Overview['model'] {
  const { state, model, doneBytes, nextTryAt } = cutoutModels.getStatus();
  if (model === null || (state !== 'fetching' && state !== 'waiting')) return null;
  const { name } = model.manifest;
  return { name, doneBytes, bytes: model.bytes, nextTryAt: nextTryAt?.toISOString() ?? null };
}

function toCatalogueEntry({ key, manifest, source, bytes, memoryBytes, coreSeconds }: FetchableModel) {
  const { name, licence, sha256 } = manifest;
  return { key, name, licence, sha256, source, bytes, memoryBytes, coreSeconds };
}
