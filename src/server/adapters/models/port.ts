import type { FetchableModel, FetchProblem } from '#domain/photos/cutout-models.ts';

/** A key of the catalogue, `auto` (by the machine's memory) or `off`. */
export type ModelChoice = string;

export interface ModelStatus {
  /**
   * off: the settings forbid one · own: the operator's, by the settings · refused: by an admin · idle: fetched when one is wanted ·
   * fetching · waiting: for the next try · here.
   */
  readonly state: 'off' | 'own' | 'refused' | 'idle' | 'fetching' | 'waiting' | 'here';
  readonly choice: ModelChoice;
  /** The model that the choice means now; null where it is none of the catalogue. */
  readonly model: FetchableModel | null;
  /** The one that `auto` would mean. */
  readonly auto: FetchableModel | null;
  /** The one that photos are cut out with meanwhile; null: none. */
  readonly inUse: FetchableModel | null;
  /** Bytes that have arrived. */
  readonly doneBytes: number;
  readonly problem: { readonly kind: FetchProblem; readonly detail: string } | null;
  readonly nextTryAt: Date | null;
  /** Its file was found damaged and thrown away; until it is here again. */
  readonly wasDamaged: boolean;
}

/** The model that cuts out: fetched when it is wanted, in the background, and kept in the data folder. */
export interface CutoutModels {
  /** Path of the manifest of the model to cut out with now; null while there is none. */
  getManifestPath(): string | null;
  /** A photo is about to be cut out: what is chosen and not here is fetched. Returns at once. */
  fetchIfMissing(): void;
  /**
   * The model of this manifest failed: its file is looked at. One that was fetched and is no more what it was is thrown away and fetched
   * again, with a line in the log; an operator's own is left as it is, its trial says what is wrong. Returns at once.
   */
  recheckModel(manifest: string): void;
  /** False where the settings decide, and admins cannot. */
  readonly isOpen: boolean;
  readonly catalogue: readonly FetchableModel[];
  isHere(model: FetchableModel): boolean;
  getStatus(): ModelStatus;
  /** Takes effect at once: what is chosen and not here is fetched now, what was being fetched instead is dropped. */
  setChoice(choice: ModelChoice): void;
  close(): Promise<void>;
}
