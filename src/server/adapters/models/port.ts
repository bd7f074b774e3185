import type { FetchableModel, FetchProblem } from '#domain/photos/cutout-models.ts';
import type { AutoReason } from '#domain/photos/model-pace.ts';

/** A model that admins are shown: also one that is not fetched. */
export type ListedModel = Omit<FetchableModel, 'address'>;

/** A key of the catalogue, `auto` (by what the machine has and needs) or `off`. */
export type ModelChoice = string;

/** The model that `auto` means, and why. */
export interface AutoModel {
  readonly model: FetchableModel | null;
  readonly reason: AutoReason;
  /** Seconds by the clock that a photo by the large model is expected to take here; null while nothing was measured. */
  readonly seconds: number | null;
}

export interface ModelStatus {
  /**
   * off: the settings forbid one · own: the operator's, by the settings · refused: by an admin · idle: fetched when wanted · fetching ·
   * waiting: for the next try · here.
   */
  readonly state: 'off' | 'own' | 'refused' | 'idle' | 'fetching' | 'waiting' | 'here';
  readonly choice: ModelChoice;
  /** The model that the choice means now; null where it is none of the catalogue. */
  readonly model: FetchableModel | null;
  /** What `auto` would mean; null where the settings decide. */
  readonly auto: AutoModel | null;
  /** The model that cuts out meanwhile, or null; of one that the settings name only its trial can say that it does. */
  readonly inUse: FetchableModel | null;
  /** Bytes that have arrived. */
  readonly doneBytes: number;
  readonly problem: { readonly kind: FetchProblem; readonly detail: string } | null;
  readonly nextTryAt: Date | null;
  /** Its file was found damaged and removed, and is not here again yet. */
  readonly wasDamaged: boolean;
}

/** The cut-out model: fetched in the background when wanted, and kept in the data folder. */
export interface CutoutModels {
  /** Path of the manifest of the model to cut out with now, or null. */
  getManifestPath(): string | null;
  /** Path of the manifest of that model's witness, or null while it has none that is here. */
  getWitnessPath(): string | null;
  /** Says that a photo is about to be cut out: a chosen model that is missing is fetched. Returns at once. */
  fetchIfMissing(): void;
  /**
   * Says that the model of this manifest failed: its file is checked. A fetched file that has changed is removed and fetched again, with a
   * line in the log; an operator's own stays, and its trial says what is wrong. Returns at once.
   */
  recheckModel(manifest: string): void;
  /** False where the settings decide and admins can't. */
  readonly isOpen: boolean;
  /** All models to choose from; where the settings name one whose file lies beside its manifest, that one alone. */
  readonly catalogue: readonly ListedModel[];
  isHere(model: ListedModel): boolean;
  getStatus(): ModelStatus;
  /** Takes effect at once: a chosen model that is missing is fetched now, another fetch is dropped. */
  setChoice(choice: ModelChoice): void;
  close(): Promise<void>;
}
