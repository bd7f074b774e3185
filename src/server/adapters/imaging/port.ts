import type {
  AvatarJob,
  CutoutJob,
  FoundCutout,
  LogoJob,
  ModelReport,
  ModelUse,
  PreparedPhoto,
  PrepareJob,
  PreviewJob,
  ProcessJob,
  TriedPhoto,
  TryJob,
  WrittenAvatar,
  WrittenFile,
} from '#imaging/messages.ts';

/** The image processes as a use case sees them. Every call refuses with an AppError `photos/…` that is about this photo alone. */
export interface Imaging {
  /** Photos of runs processed at once. */
  readonly batchProcesses: number;
  /**
   * In a process of its own (nice 0) that starts when needed: waits behind other uploads, never behind previews or batches. Plates are
   * suggested by the operator's detector, in the process of models; where there is none, or it fails or tarries, by the search.
   */
  prepare(job: PrepareJob): Promise<PreparedPhoto>;
  /** In the process of prepare. The file is written and synced when it resolves. */
  avatar(job: AvatarJob): Promise<WrittenAvatar>;
  /** In the process of prepare. True: a PNG is written and synced; false: the file itself serves as a logo. */
  logo(job: LogoJob): Promise<boolean>;
  /** In a batch process (nice 19). The files are written and synced when it resolves. Aborting kills nothing that is not this photo's. */
  process(job: ProcessJob, signal?: AbortSignal): Promise<readonly WrittenFile[]>;
  /**
   * In a process of its own (nice 0): waits behind other previews, never behind uploads or batches. JPEG bytes. An aborted preview that has
   * not begun is dropped.
   */
  preview(job: PreviewJob, signal?: AbortSignal): Promise<Uint8Array>;
  /**
   * In a process of its own (nice 5), which starts when needed and ends soon after, and only while no preview waits or is made. Refuses with
   * `photos/try-busy` where too many wait already. One that has not begun is dropped when aborted, one under way ends with its process.
   */
  tryPhoto(job: TryJob, signal?: AbortSignal): Promise<TriedPhoto>;
  /**
   * Urgent ones have a process of their own (nice 5), the others another (nice 15); both start when needed and end soon after. The mask is
   * written and synced when it resolves. A photo without hints is first shown to the model, in a third process; an urgent one for no longer
   * than `URGENT_MODEL_MS`. One that has not begun is dropped when aborted; one under way ends as if it had not been.
   */
  cutOut(job: CutoutJob, signal?: AbortSignal): Promise<FoundCutout>;
  /** Loads what strokes on this photo will need into the brush process; reports nothing, not even a failure. */
  expectStrokes(proxyPath: string): Promise<void>;
  /** Tries the operator's model for this; null when there is none. */
  checkModel(use: ModelUse): Promise<ModelReport | null>;
  close(): Promise<void>;
}
