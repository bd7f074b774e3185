/**
 * The engine, to be read first: everything that is done to a photo's pixels, in order. Each step is a module of its name in `steps/`. It
 * takes the state and returns it (`steps/state.ts`); what it needs to know is worked out before a pixel is read (`render/plan.ts`).
 */
import { collectGarbage } from './collect-garbage.ts';
import { deliverFile } from './steps/deliver/deliver-file.ts';
import { encodeFile } from './steps/deliver/encode-file.ts';
import { adjustLight } from './steps/develop/adjust-light.ts';
import { coverCutPlates } from './steps/develop/cover-cut-plates.ts';
import { coverWholePlates } from './steps/develop/cover-whole-plates.ts';
import { layPhotoGround } from './steps/develop/lay-photo-ground.ts';
import { locatePlates } from './steps/develop/locate-plates.ts';
import { measureObject } from './steps/develop/measure-object.ts';
import { cropToFile } from './steps/finish/crop-to-file.ts';
import { drawMarks } from './steps/finish/draw-marks.ts';
import { flattenPhoto } from './steps/finish/flatten-photo.ts';
import { layFileGround } from './steps/finish/lay-file-ground.ts';
import { padFile } from './steps/finish/pad-file.ts';
import { sharpenFile } from './steps/finish/sharpen-file.ts';
import { showUntouched } from './steps/finish/show-untouched.ts';
import { decodePhoto } from './steps/open/decode-photo.ts';
import { findLight } from './steps/open/find-light.ts';
import { framePhoto } from './steps/open/frame-photo.ts';
import { removeBackground } from './steps/open/remove-background.ts';
import { shrinkPhoto } from './steps/open/shrink-photo.ts';
import { encodeScreen } from './steps/show/encode-screen.ts';
import { fitToScreen } from './steps/show/fit-to-screen.ts';
import { stampProof } from './steps/show/stamp-proof.ts';
import type { DeliveryState, FileState, PhotoState, ScreenState, Step } from './steps/state.ts';

/**
 * Delivered files · a preview, the test image's too · the photo beside it as it came, with the same framing · the try without an account.
 */
export type Use = 'files' | 'preview' | 'before' | 'try';

const ALL: readonly Use[] = ['files', 'preview', 'before', 'try'];
const DEVELOPED: readonly Use[] = ['files', 'preview', 'try'];
const EDITED: readonly Use[] = ['files', 'preview'];
const ON_SCREEN: readonly Use[] = ['preview', 'before', 'try'];

/** The parts of the pipeline, with the state that their steps hand on. */
interface Parts {
  open: PhotoState;
  develop: PhotoState;
  finish: FileState;
  show: ScreenState;
  deliver: DeliveryState;
}

type Pipeline = {
  readonly [Part in keyof Parts]: readonly { step: Step<Parts[Part]>; for: readonly Use[] }[];
};

export const PIPELINE: Pipeline = {
  /** Runs once for a photo: from its bytes to the framed picture. */
  open: [
    { step: decodePhoto, for: ALL },
    { step: findLight, for: EDITED },
    { step: removeBackground, for: EDITED },
    { step: framePhoto, for: ALL },
    { step: shrinkPhoto, for: ['preview', 'before'] },
  ],
  /** Runs once for a photo: what all its files show alike. */
  develop: [
    { step: measureObject, for: ['files'] },
    { step: locatePlates, for: EDITED },
    { step: adjustLight, for: DEVELOPED },
    { step: coverCutPlates, for: EDITED },
    { step: layPhotoGround, for: EDITED },
    { step: coverWholePlates, for: EDITED },
  ],
  /** Runs once for each file: its pixels. */
  finish: [
    { step: flattenPhoto, for: DEVELOPED },
    { step: cropToFile, for: DEVELOPED },
    { step: layFileGround, for: EDITED },
    { step: sharpenFile, for: DEVELOPED },
    { step: padFile, for: DEVELOPED },
    { step: drawMarks, for: EDITED },
    { step: showUntouched, for: ['before'] },
  ],
  /** Makes a picture for the screen. */
  show: [
    { step: fitToScreen, for: ON_SCREEN },
    { step: stampProof, for: ON_SCREEN },
    { step: encodeScreen, for: ON_SCREEN },
  ],
  /** Makes a file on the disk. */
  deliver: [
    { step: encodeFile, for: ['files'] },
    { step: deliverFile, for: ['files'] },
  ],
};

/**
 * Runs the steps of one part and returns the new state. The caller must not use the given state again, unless the file is not its photo's
 * last. Throws what its steps throw.
 */
export async function runPart<Part extends keyof Parts>(
  part: Part,
  use: Use,
  state: Parts[Part],
): Promise<Parts[Part]> {
  let current = state;
  for (const row of PIPELINE[part]) {
    if (!row.for.includes(use)) continue;
    const { width, height } = current.picture;
    const next = await row.step(current);
    const isLarger = next.picture.width * next.picture.height > width * height;
    const isReplaced = next.picture !== current.picture;
    current = next;
    // Two copies of a large photo, and what was needed to make the second, are as much as a process may hold.
    if (isReplaced && part === 'open') await collectGarbage(isLarger ? next.picture : { width, height });
  }
  return current;
}

/** Runs the last two parts for a picture that shows what a file will look like. */
export async function showFile(
  use: Use,
  state: FileState,
  screen: ScreenState['screen'],
): Promise<ScreenState> {
  const finished = await runPart('finish', use, state);
  return runPart('show', use, { ...finished, screen, bytes: new Uint8Array() });
}
