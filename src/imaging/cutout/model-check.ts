/** Whether the operator's model works here: its manifest, its fingerprint, and one picture through it. */
import type { ModelReport } from '#imaging/messages.ts';
import { filled } from '#imaging/raw.ts';
import { openModel, runModel } from './model.ts';

const SIDE = 256;

export async function checkModel(manifestPath: string): Promise<ModelReport> {
  try {
    const model = await openModel(manifestPath);
    const { name, licence, sha256 } = model.manifest;
    const before = performance.now();
    const plane = await runModel(model, testPicture());
    const milliseconds = Math.round(performance.now() - before);
    const problem = plane.some((share) => share > 0.5) ? null : 'the test picture came back empty';
    return { name, licence, sha256, runtime: model.runtime.name, milliseconds, problem };
  } catch (error) {
    const problem = String(error instanceof Error ? error.message : error).slice(0, 300);
    return { name: null, licence: null, sha256: null, runtime: null, milliseconds: null, problem };
  }
}

/** A red disc on a light wall: an object to any model. */
function testPicture() {
  const picture = filled({ width: SIDE, height: SIDE }, [206, 208, 210]);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      if (Math.hypot(x - SIDE / 2, y - SIDE / 2) < SIDE / 4)
        picture.data.set([190, 30, 34], (y * SIDE + x) * 3);
    }
  }
  return picture;
}
