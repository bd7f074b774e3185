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
  PublicPictureJob,
  TriedPhoto,
  TryJob,
  WrittenAvatar,
  WrittenFile,
  WrittenPicture,
} from '#imaging/messages.ts';

/**
 * The image processes as a use case sees them. Every call throws an AppError `photos/…` about this photo, `http/unavailable` when the
 * server stops, or its signal's reason.
 */
export interface Imaging {
  /** Photos of runs processed at once. */
  readonly batchProcesses: number;
  /**
   * Prepares an upload in a process of its own (nice 0) that starts when needed; it waits behind other uploads, never behind previews or
   * batches. Plates come from the operator's detector, in the models' process; without one, or when it fails or is late, from the search.
   */
  prepare(job: PrepareJob): Promise<PreparedPhoto>;
  /** Makes an avatar in the process of prepare. The file is written and synced when it resolves. */
  avatar(job: AvatarJob): Promise<WrittenAvatar>;
  /** Makes a public picture of a delivered file behind uploads, in the same process. It is written and synced when it resolves. */
  publicPicture(job: PublicPictureJob): Promise<WrittenPicture>;
  /** Draws a logo in a process of its own (nice 5). True: a PNG is written and synced; false: the file itself serves as a logo. */
  logo(job: LogoJob): Promise<boolean>;
  /**
   * Makes a photo's files in a batch process (nice 19); they are written and synced when it resolves. Throws `batches/photo-too-slow` past
   * its time. Aborting kills nothing of other photos.
   */
  process(job: ProcessJob, signal?: AbortSignal): Promise<readonly WrittenFile[]>;
  /**
   * Renders in a process of its own (nice 0); waits behind other previews, never behind uploads or batches. Returns a JPEG, or a WebP where
   * it has transparency. An aborted preview that has not begun is dropped.
   */
  preview(job: PreviewJob, signal?: AbortSignal): Promise<Uint8Array>;
  /**
   * Develops a visitor's photo in a process of its own (nice 5) that starts when needed, ends soon after, and works only while no preview
   * waits or is made. Throws `photos/try-busy` where too many wait. When aborted, waiting work is dropped and work under way ends with its
   * process.
   */
  tryPhoto(job: TryJob, signal?: AbortSignal): Promise<TriedPhoto>;
  /**
   * Cuts out: urgent ones in a process of their own (nice 5), others in another (nice 15); both start when needed and end soon after. The
   * mask is written and synced when it resolves. A photo without hints first goes to the model, in a third process; an urgent one for at
   * most `URGENT_MODEL_MS`. When aborted, waiting work is dropped; work under way ends as usual.
   */
  cutOut(job: CutoutJob, signal?: AbortSignal): Promise<FoundCutout>;
  /**
   * Returns what the model's witness alone sees of a photo (8-bit grey PNG), in the models' process, before the cut-outs that wait there
   * and that no person waits for; null without a witness, where it sees no single object, or while the model rests or fails. It is judged
   * by nothing and may only be shown.
   */
  sketch(proxyPath: string, signal?: AbortSignal): Promise<Uint8Array | null>;
  /** Loads what strokes on this photo will need into the brush process; never throws. */
  expectStrokes(proxyPath: string): Promise<void>;
  /** Tries the operator's model for this use; null when there is none. */
  checkModel(use: ModelUse): Promise<ModelReport | null>;
  close(): Promise<void>;
}
