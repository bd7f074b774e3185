import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

/** In a process like an image process: nothing in its environment, and none of it left in the tests' own. */
async function inChild(program: string): Promise<string> {
  const lines = `
    import { openCv, withMats } from '${import.meta.resolve('#imaging/pixels/opencv.ts')}';
    const listeners = () => ['uncaughtException', 'unhandledRejection'].map((event) => process.listenerCount(event)).join();
    const cv = await openCv();
    ${program}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', lines], {
    env: { MALLOC_ARENA_MAX: '2' },
  });
  return stdout.trim();
}

test('OpenCV loads once in a process without an environment and leaves its error handling alone', async () => {
  const said = await inChild(`
    const again = await openCv();
    const box = withMats(cv, (keep) => {
      const picture = keep(cv.Mat.zeros(60, 80, cv.CV_8UC1));
      keep(picture.roi({ x: 20, y: 10, width: 30, height: 25 })).setTo([255, 0, 0, 0]);
      const contours = keep(new cv.MatVector());
      cv.findContours(picture, contours, keep(new cv.Mat()), cv.RETR_EXTERNAL, cv.CHAIN_APPROX_SIMPLE);
      return cv.boundingRect(keep(contours.get(0)));
    });
    console.log(JSON.stringify({ same: again === cv, box, listeners: listeners() }));`);
  assert.deepEqual(JSON.parse(said), {
    same: true,
    box: { x: 20, y: 10, width: 30, height: 25 },
    listeners: '0,0',
  });
});

test('pictures in OpenCV’s memory are deleted also when a step fails, and its errors have words', async () => {
  const said = await inChild(`
    let mat;
    try {
      withMats(cv, (keep) => {
        mat = keep(cv.Mat.zeros(4, 4, cv.CV_8UC1));
        cv.cvtColor(mat, keep(new cv.Mat()), cv.COLOR_RGB2Lab);
      });
    } catch (error) {
      console.log(JSON.stringify({ isError: error instanceof Error, words: error.message, deleted: mat.isDeleted() }));
    }`);
  const { isError, words, deleted } = JSON.parse(said);
  assert.deepEqual([isError, deleted], [true, true]);
  assert.match(words, /cvtColor|channels/);
});
