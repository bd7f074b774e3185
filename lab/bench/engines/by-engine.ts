import { join } from 'node:path';
import type { Analysis } from '#domain/photos/analysis.ts';
import { EXTENSIONS } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { measureTones } from '#imaging/analyse/analyse.ts';
import { measureSigns } from '#imaging/analyse/inspect.ts';
import { decodePicture, sizeAt } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';
import { answerRequest } from '#imaging/serve.ts';
import { type Job, OUTPUTS, RECIPES } from './jobs.ts';

const ANALYSED_SIDE = 1600;
const analyses = new Map<string, Analysis>();

/** Reads what the product reads once, when a photo is uploaded. */
export async function meet(path: string): Promise<void> {
  if (analyses.has(path)) return;
  const header = await readHeader(path);
  const picture = await decodePicture(
    header,
    sizeAt(header, ANALYSED_SIDE / Math.max(header.width, header.height)),
  );
  analyses.set(path, { ...measureTones(picture), ...(await measureSigns(picture)) });
}

/** The jobs through the program of an image process, from the file to the synced files. */
export async function byEngine(
  job: Job,
  path: string,
  { folder, name }: { folder: string; name: string },
): Promise<void> {
  const analysis = analyses.get(path);
  if (!analysis) throw new Error(`${path} was never met`);
  const outputs = OUTPUTS[job].map((output, n) => ({
    spec: {
      key: `custom-${n + 1}`,
      label: '',
      overlays: true,
      renditions: [{ ...output, suffix: '', fill: null }],
    },
    paths: [join(folder, `${name}-${n}.${EXTENSIONS[output.format]}`)],
  }));
  const reply = await answerRequest({
    id: 1,
    kind: 'process',
    alone: true,
    job: {
      source: path,
      format: 'jpeg',
      analysis,
      lotBalance: null,
      recipe: RECIPES[job],
      edits: { exception: NO_OVERRIDES, plates: [], maskPath: null, subject: null },
      files: { logoPath: null, plateLogoPath: null, backgroundPath: null },
      outputs,
    },
  });
  if (reply.ok !== true) throw new Error(JSON.stringify(reply));
}
