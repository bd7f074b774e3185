/** node lab/models/print-answer.ts MANIFEST: prints a model's answer to the still life, as `stored-answers.ts` holds it. */
import { resolve } from 'node:path';
import { askForAnswer } from '#imaging/cutout/model/known-answers.ts';
import { openModel } from '#imaging/cutout/model/open-model.ts';

const [path = 'model.json'] = process.argv.slice(2);
const answer = await askForAnswer(await openModel(resolve(path)));
const side = Math.sqrt(answer.length);
for (let row = 0; row < side; row++) {
  const shares = answer.slice(row * side, (row + 1) * side);
  console.log(shares.map((share) => String(Math.round(1000 * share)).padStart(4)).join(' '));
}
