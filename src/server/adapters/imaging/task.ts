/** One request waiting for or being worked on by an image process. */
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type {
  AvatarJob,
  CutoutJob,
  FoundCutout,
  ImagingReply,
  ImagingRequest,
  LogoJob,
  ModelReport,
  ModelUse,
  PreparedPhoto,
  PrepareJob,
  PreviewJob,
  ProcessJob,
  PublicPictureJob,
  SuggestedPlates,
  TriedPhoto,
  TryJob,
  WrittenAvatar,
  WrittenFile,
  WrittenPicture,
} from '#imaging/messages.ts';

export type ImagingWork =
  | { readonly kind: 'prepare'; readonly job: PrepareJob }
  | { readonly kind: 'avatar'; readonly job: AvatarJob }
  | { readonly kind: 'public-picture'; readonly job: PublicPictureJob }
  | { readonly kind: 'process'; readonly job: ProcessJob }
  | {
      readonly kind: 'cutout';
      readonly job: CutoutJob;
      readonly manifest: string | null;
      readonly witness?: string | null;
    }
  | { readonly kind: 'check-model'; readonly manifest: string; readonly use: ModelUse }
  | { readonly kind: 'plates'; readonly manifest: string; readonly proxyPath: string }
  | {
      readonly kind: 'sketch';
      readonly manifest: string;
      readonly witness: string;
      readonly proxyPath: string;
    }
  | { readonly kind: 'expect-strokes'; readonly proxyPath: string }
  | { readonly kind: 'preview'; readonly job: PreviewJob }
  | { readonly kind: 'try'; readonly job: TryJob }
  | { readonly kind: 'logo'; readonly job: LogoJob };

export type ImagingResult =
  | PreparedPhoto
  | WrittenAvatar
  | WrittenPicture
  | readonly WrittenFile[]
  | FoundCutout
  | ModelReport
  | SuggestedPlates
  | Uint8Array
  | TriedPhoto
  | boolean
  | null;

export interface Task {
  readonly work: ImagingWork;
  readonly resolve: (result: ImagingResult) => void;
  readonly reject: (reason: unknown) => void;
  readonly signal: AbortSignal | undefined;
  /** True: it must be the only large photo under way on the machine. */
  alone: boolean;
  crashes: number;
}

/** Reason of a signal that ends even a task under way, with its process. */
export class WaitedTooLong extends Error {
  constructor() {
    super('a person waited too long for it');
  }
}

export function requestFor({ work, alone }: Task, id: number): ImagingRequest {
  return 'job' in work && work.kind !== 'preview' && work.kind !== 'try' && work.kind !== 'logo'
    ? { id, alone, ...work }
    : { id, ...work };
}

const SECOND = 1000;
const LARGE_MS = 60 * SECOND;
const CUTOUT_MS = 90 * SECOND;

/**
 * Returns the limit in milliseconds. A logo gets 3 s, since all share one process; an output 10 s after the first 20; a preparation 10 s,
 * since others' uploads wait; large photos more, since slower programs decode them.
 */
export function millisecondsFor({ work, alone }: Task): number {
  if (work.kind === 'logo') return 3 * SECOND;
  if (work.kind === 'preview' || work.kind === 'try') return 20 * SECOND;
  if (work.kind === 'cutout' || !('job' in work)) return CUTOUT_MS;
  const usual = work.kind === 'process' ? (20 + 10 * work.job.outputs.length) * SECOND : 10 * SECOND;
  return alone ? Math.max(usual, LARGE_MS) : usual;
}

/** HEIC is known to be large without asking the process. */
export function startsAlone(work: ImagingWork): boolean {
  return work.kind === 'process' && work.job.format === 'heic';
}

/** Returns the refusal of work that was too much for its process. `limit`: the one it reached, or null for a crash. */
export function refusalFor({ kind }: ImagingWork, limit: 'time' | 'memory' | null): ErrorCode {
  if (kind === 'logo') return 'photos/logo-heavy';
  return kind === 'process' && limit === 'time' ? 'batches/photo-too-slow' : 'photos/too-heavy';
}

export function settleTask(task: Task, reply: Exclude<ImagingReply, { ok: 'alone' }>): void {
  if (reply.ok) task.resolve(reply.result);
  else task.reject(new AppError(reply.code, reply.details));
}
