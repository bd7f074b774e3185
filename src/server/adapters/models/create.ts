import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import {
  AUTO,
  AUTO_KEEPS_LARGE_FROM_BYTES,
  CUTOUT_MODELS,
  type FetchableModel,
} from '#domain/photos/cutout-models.ts';
import { judgePace } from '#domain/photos/model-pace.ts';
import type { Files } from '#server/adapters/files/port.ts';
import type { Log } from '#server/app.ts';
import { type FetchOptions, ModelFetch } from './fetch-model.ts';
import { modelFolder } from './model-folder.ts';
import { OWN, ownModel, readFixedModel } from './own-model.ts';
import type { AutoModel, CutoutModels, ModelChoice, ModelStatus } from './port.ts';

export interface ModelsOptions {
  readonly dataDir: string;
  /** CUTOUT_MODEL: `auto`, `off`, a key of the catalogue, or the path of a manifest. */
  readonly setting: string;
  /** Manifest in MODELS_FOLDER, which takes precedence; null when there is none. */
  readonly operatorManifest: string | null;
  /** An admin's choice in place of the setting, or null. */
  readonly choice: ModelChoice | null;
  readonly mirror: string;
  readonly proxy: string;
  readonly files: Pick<Files, 'room'>;
  readonly log: Log;
  readonly now: () => Date;
  /** Returns the bytes of memory that this process may still take; the machine's figure by default. */
  readonly availableMemory?: () => number;
  /** The machine's own by default. */
  readonly cores?: number;
  readonly catalogue?: readonly FetchableModel[];
}

/** Returns the operator's manifests. Either may be missing; for a folder with neither, admins are told that model.json is missing. */
export function manifestsIn(folder: string): {
  cutoutManifest: string | null;
  platesManifest: string | null;
} {
  if (folder === '') return { cutoutManifest: null, platesManifest: null };
  const [cutout, plates] = [resolve(folder, 'model.json'), resolve(folder, 'plates.json')];
  const platesManifest = existsSync(plates) ? plates : null;
  return { cutoutManifest: existsSync(cutout) || !platesManifest ? cutout : null, platesManifest };
}

/** For a server without a model. */
export const noCutoutModels = (): CutoutModels => createFixedModels('off', null);

/**
 * Returns the cut-out models. A fetch interrupted by the server's end goes on at once; otherwise nothing is fetched before it is wanted.
 * Throws for a malformed manifest of the operator.
 */
export function createCutoutModels(options: ModelsOptions): CutoutModels {
  const { setting, operatorManifest, catalogue = CUTOUT_MODELS } = options;
  if (operatorManifest !== null) return createFixedModels('own', operatorManifest);
  if (setting === 'off') return noCutoutModels();
  if (setting === 'auto' || catalogue.some(({ key }) => key === setting))
    return new Keeper(options, catalogue, setting);
  const [own, ...others] = listFetchableModels(setting, catalogue);
  return own?.key === OWN ? new Keeper(options, [own, ...others], OWN) : createFixedModels('own', setting);
}

/** Returns all fetchable models: the catalogue, after the operator's own if its manifest has an address. Throws when that is malformed. */
export function listFetchableModels(
  setting: string,
  catalogue: readonly FetchableModel[] = CUTOUT_MODELS,
): readonly FetchableModel[] {
  const isName = setting === 'auto' || setting === 'off' || catalogue.some(({ key }) => key === setting);
  const own = isName ? null : ownModel(setting);
  return own === null ? catalogue : [own, ...catalogue];
}

function createFixedModels(state: 'own' | 'off', path: string | null): CutoutModels {
  const nothing = {
    model: null,
    auto: null,
    inUse: null,
    doneBytes: 0,
    problem: null,
    nextTryAt: null,
    wasDamaged: false,
  };
  return {
    isOpen: false,
    get catalogue() {
      const model = path === null ? null : readFixedModel(path);
      return model === null ? [] : [model];
    },
    getManifestPath: () => path,
    getWitnessPath: () => null,
    fetchIfMissing: () => {},
    recheckModel: () => {},
    isHere: () => path !== null,
    getStatus: () => ({ state, choice: state, ...nothing }),
    setChoice: () => {},
    close: async () => {},
  };
}

class Keeper implements CutoutModels {
  readonly isOpen = true;
  readonly catalogue: readonly FetchableModel[];
  readonly #options: FetchOptions & Required<Pick<ModelsOptions, 'now' | 'availableMemory' | 'cores'>>;
  readonly #setting: ModelChoice;
  #choice: ModelChoice;
  /** Whether the large model has its memory, while the server runs: a busy minute must not bring another one. */
  #isRoomy: boolean | undefined;
  #fetch: ModelFetch | null = null;
  /** Resolves when nothing of the last dropped fetch is written any more: two never run at once. */
  #dropping: Promise<void> = Promise.resolve();
  #checking: Promise<void> | null = null;
  /** Thrown away, and not fetched again yet. */
  #damaged: FetchableModel | null = null;
  #isClosed = false;

  constructor(options: ModelsOptions, catalogue: readonly FetchableModel[], setting: ModelChoice) {
    const { dataDir, mirror, proxy, files, log, now } = options;
    const { availableMemory = () => process.availableMemory(), cores = availableParallelism() } = options;
    const folder = modelFolder(join(dataDir, 'models'));
    this.#options = { folder, mirror, proxy, files, log, now, availableMemory, cores };
    this.catalogue = catalogue;
    this.#setting = setting;
    this.#choice = options.choice ?? setting;
    const wanted = this.#listWanted();
    const begun = catalogue.filter((each) => folder.begun(each) !== null);
    if (begun.some((each) => wanted.includes(each))) this.fetchIfMissing();
    for (const other of begun) if (!wanted.includes(other)) void folder.dropPart(other).catch(() => {});
  }

  getManifestPath(): string | null {
    const model = this.#inUse();
    return model && this.#options.folder.manifest(model);
  }

  getWitnessPath(): string | null {
    const witness = this.#witness(this.#inUse());
    return witness && this.#options.folder.manifest(witness);
  }

  fetchIfMissing(): void {
    const missing = this.#listWanted().find((model) => !this.isHere(model));
    if (missing) this.#start(missing);
  }

  recheckModel(manifest: string): void {
    const model = this.catalogue.find((each) => this.#options.folder.manifest(each) === manifest);
    if (!model || this.#checking || this.#isClosed) return;
    this.#checking = this.#check(model)
      .catch((error) =>
        this.#options.log.warn({ model: model.key, error }, 'a cut-out model cannot be checked'),
      )
      .finally(() => {
        this.#checking = null;
      });
  }

  async #check(model: FetchableModel): Promise<void> {
    const { folder, log } = this.#options;
    if (await folder.isSound(model)) return;
    await folder.discard(model);
    log.error({ model: model.key }, 'the file of a cut-out model is damaged: it was thrown away');
    this.#damaged = model;
    this.fetchIfMissing();
  }

  isHere(model: FetchableModel): boolean {
    return this.#options.folder.manifest(model) !== null;
  }

  getStatus(): ModelStatus {
    const model = this.#chosen();
    const fetch = this.#fetch?.model === model ? this.#fetch : null;
    const problem = fetch?.failure ? { kind: fetch.failure.kind, detail: fetch.failure.message } : null;
    return {
      state: this.#state(model),
      choice: this.#choice,
      model,
      auto: this.#decideAuto(),
      inUse: this.#inUse(),
      doneBytes: fetch?.doneBytes ?? 0,
      problem,
      nextTryAt: fetch?.nextTryAt ?? null,
      wasDamaged: model !== null && model === this.#damaged && !this.isHere(model),
    };
  }

  setChoice(choice: ModelChoice): void {
    this.#choice = choice;
    this.#isRoomy = undefined;
    if (this.#fetch !== null && !this.#listWanted().includes(this.#fetch.model)) this.#drop(this.#fetch);
    this.#fetch?.tryNow();
    this.fetchIfMissing();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#checking;
    await Promise.all([this.#dropping, this.#fetch?.abortFetch()]);
  }

  #state(model: FetchableModel | null): ModelStatus['state'] {
    if (model === null) return 'refused';
    // The witness that is fetched after it is not waited for.
    if (this.#fetch?.model === model) return this.#fetch.nextTryAt === null ? 'fetching' : 'waiting';
    return this.isHere(model) ? 'here' : 'idle';
  }

  /** A choice that is no longer in the catalogue counts as none. */
  #chosen(): FetchableModel | null {
    if (this.#choice === 'off') return null;
    const named = this.#named(this.#choice);
    if (named) return named;
    return (this.#choice !== 'auto' && this.#named(this.#setting)) || this.#decideAuto().model;
  }

  #witness(model: FetchableModel | null): FetchableModel | null {
    return (model?.witness && this.#named(model.witness)) || null;
  }

  /** The chosen one, then its witness. */
  #listWanted(): readonly FetchableModel[] {
    const model = this.#chosen();
    return [model, this.#witness(model)].filter((each) => each !== null);
  }

  /** The small model looks first, also as a witness: its look says what a photo by the large one would take here. */
  #decideAuto(): AutoModel {
    const { folder, cores } = this.#options;
    const [large, small] = [this.#named(AUTO.large), this.#named(AUTO.small) ?? null];
    const isKnown = large !== undefined && (this.isHere(large) || folder.begun(large) !== null);
    this.#isRoomy ??=
      this.#options.availableMemory() >= (isKnown ? AUTO_KEEPS_LARGE_FROM_BYTES : AUTO.largeFromBytes);
    if (!large || !this.#isRoomy) return { model: small, reason: 'memory', seconds: null };
    const look = small && folder.readLookSeconds(small);
    if (look === null) return { model: isKnown ? large : small, reason: 'unmeasured', seconds: null };
    const { reason, seconds } = judgePace(look, cores);
    return { model: reason === 'pays' ? large : small, reason, seconds };
  }

  #named(key: string): FetchableModel | undefined {
    return this.catalogue.find((model) => model.key === key);
  }

  /** Until the chosen one is here, the small one serves if it is. */
  #inUse(): FetchableModel | null {
    const chosen = this.#chosen();
    if (chosen === null) return null;
    return [chosen, this.#named(AUTO.small)].find((model) => model && this.isHere(model)) ?? null;
  }

  #start(model: FetchableModel): void {
    if (this.#fetch !== null || this.#isClosed) return;
    const fetch = new ModelFetch(this.#options, model, this.#dropping);
    this.#fetch = fetch;
    void fetch.ended.then(() => {
      const isCurrent = this.#fetch === fetch;
      if (isCurrent) this.#fetch = null;
      if (this.#damaged && this.isHere(this.#damaged)) this.#damaged = null;
      if (isCurrent) this.fetchIfMissing();
    });
  }

  #drop(fetch: ModelFetch): void {
    this.#fetch = null;
    // A leftover part on a broken disk is no reason to stop.
    this.#dropping = Promise.all([this.#dropping, fetch.abortFetch()])
      .then(() => this.#options.folder.dropPart(fetch.model))
      .catch(() => {});
  }
}
