import { availableParallelism } from 'node:os';
import type { CatalogueReply } from '#contract/admin/admin.ts';
import type { Overview } from '#contract/admin/admin-overview.ts';
import type { ListedModel } from '#server/adapters/models/port.ts';
import type { App } from '#server/app.ts';

/** Returns the models to choose from, the chosen one and its progress. */
export function readModels({ cutoutModels }: Pick<App, 'cutoutModels'>): CatalogueReply {
  const { state, choice, model, auto, inUse, doneBytes, problem, nextTryAt, wasDamaged } =
    cutoutModels.getStatus();
  return {
    isOpen: cutoutModels.isOpen,
    state,
    choice,
    chosen: model?.key ?? null,
    auto: auto?.model?.key ?? null,
    autoReason: auto && { reason: auto.reason, seconds: auto.seconds },
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

/** Returns the model that is being fetched, for the overview; null: none is. */
export function modelOnItsWay({ cutoutModels }: Pick<App, 'cutoutModels'>): Overview['model'] {
  const { state, model, doneBytes, nextTryAt } = cutoutModels.getStatus();
  if (model === null || (state !== 'fetching' && state !== 'waiting')) return null;
  const { name } = model.manifest;
  return { name, doneBytes, bytes: model.bytes, nextTryAt: nextTryAt?.toISOString() ?? null };
}

function toCatalogueEntry({ key, manifest, source, bytes, memoryBytes, coreSeconds }: ListedModel) {
  const { name, licence, sha256 } = manifest;
  return { key, name, licence, sha256, source, bytes, memoryBytes, coreSeconds };
}
