/** Serves the server's requests, one at a time, until the server goes away. */
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { cutOut, expectStrokes, sketchObject } from './cutout/cut-out.ts';
import type { ModelPaths } from './cutout/model/model.ts';
import { checkModel } from './cutout/model/model-check.ts';
import { endWithServer } from './end-with-server.ts';
import { makeAvatar } from './jobs/avatar.ts';
import { buildPreparedPhoto } from './jobs/prepare.ts';
import { makePreviewBytes } from './jobs/preview.ts';
import { processPhoto } from './jobs/process.ts';
import { makePublicPicture } from './jobs/public-picture.ts';
import { tryPhoto } from './jobs/try-photo.ts';
import { makeLogo } from './logos/make-logo.ts';
import type { CutoutJob, FoundCutout, ImagingReply, ImagingRequest, ModelTrouble } from './messages.ts';
import { detectedPlates } from './plates/detector.ts';
import { asSuggested } from './plates/find-plates.ts';
import { type Header, readHeader } from './read/header.ts';

/** Answers the server's messages until it goes away, then ends this process. */
export function serveRequests(serverPid: number): void {
  // Without its server a process would hold memory for nothing. An exit would wait for threads that are at a picture.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  let isWatched = false;
  process.on('message', (request: ImagingRequest) => {
    if (!isWatched && 'manifest' in request && request.manifest !== null) {
      isWatched = true;
      endWithServer(serverPid);
    }
    void answerRequest(request).then((reply) => process.send?.(reply));
  });
  // From here on time counts as a request's.
  process.send?.({ ready: true });
}

/**
 * Carries out one request. Never throws: an `AppError` becomes its code and details, a disk's error a code of storage, any other one
 * `batches/processing-failed` with its text for the log.
 */
export async function answerRequest(request: ImagingRequest): Promise<ImagingReply> {
  const { id } = request;
  try {
    if (request.kind === 'preview') return { id, ok: true, result: await makePreviewBytes(request.job) };
    if (request.kind === 'try') return { id, ok: true, result: await tryPhoto(request.job) };
    if (request.kind === 'logo') return { id, ok: true, result: await makeLogo(request.job) };
    if (request.kind === 'check-model')
      return { id, ok: true, result: await checkModel(request.manifest, request.use) };
    if (request.kind === 'plates') {
      const found = await detectedPlates(request.manifest, request.proxyPath);
      return { id, ok: true, result: asSuggested(found) };
    }
    if (request.kind === 'sketch')
      return { id, ok: true, result: await sketchObject(request.proxyPath, request.witness) };
    if (request.kind === 'expect-strokes') {
      await expectStrokes(request.proxyPath);
      return { id, ok: true, result: null };
    }
    const header = await readHeader(request.job.source);
    if (!request.alone && (await needsAlone(request, header))) return { id, ok: 'alone' };
    return { id, ok: true, result: await runPhotoJob(request, header) };
  } catch (error) {
    if (error instanceof AppError) return { id, ok: false, code: error.code, details: error.details };
    return { id, ok: false, code: toErrorCode(error), details: {}, fault: String(error).slice(0, 300) };
  }
}

type Photos = Exclude<
  ImagingRequest,
  { kind: 'preview' | 'try' | 'logo' | 'check-model' | 'plates' | 'sketch' | 'expect-strokes' }
>;

function runPhotoJob(request: Photos, header: Header) {
  switch (request.kind) {
    case 'prepare':
      return buildPreparedPhoto(request.job, header);
    case 'avatar':
      return makeAvatar(request.job, header);
    case 'public-picture':
      return makePublicPicture(request.job, header);
    case 'process':
      return processPhoto(request.job, header);
    case 'cutout': {
      const { manifest, witness = null } = request;
      if (manifest === null) return cutOut(request.job, header);
      return cutOutByModel(request.job, header, { manifest, witness });
    }
  }
}

async function cutOutByModel(job: CutoutJob, header: Header, models: ModelPaths): Promise<FoundCutout> {
  const troubles: ModelTrouble[] = [];
  const found = await cutOut(job, header, { ...models, onTrouble: (trouble) => troubles.push(trouble) });
  return troubles.length === 0 ? found : { ...found, troubles };
}

async function needsAlone(request: Photos, header: Header): Promise<boolean> {
  // A cut-out reads the stored copy, which is never large.
  if (request.kind === 'cutout') return header.large && header.hasAlpha;
  if (header.large || request.kind !== 'process') return header.large;
  for (const path of Object.values(request.job.files)) {
    if (path !== null && (await readHeader(path)).large) return true;
  }
  return false;
}

/** Tells the disk's errors by their codes; any other error is a mistake of ours that must not look like the photo's. */
function toErrorCode(error: unknown): ErrorCode {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'photos/file-missing';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'photos/storage-full';
  return syscall === undefined ? 'batches/processing-failed' : 'http/unavailable';
}
