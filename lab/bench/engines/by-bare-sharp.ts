import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { type Job, OUTPUTS, TEXT } from './jobs.ts';

/** The jobs as sharp's front page teaches them: a pipeline from the file for every output. */
export async function byBareSharp(
  job: Job,
  path: string,
  { folder, name }: { folder: string; name: string },
): Promise<void> {
  for (const [n, output] of OUTPUTS[job].entries()) {
    const { width, height, quality } = output;
    const isPadded = output.fit === 'contain';
    let image = sharp(path).autoOrient();
    image = isPadded
      ? image.resize(width, height, { fit: 'contain', background: '#fff' })
      : image.resize(width, height, { fit: 'inside', withoutEnlargement: true });
    if (job === 'improve') image = improved(image);
    image = output.format === 'webp' ? image.webp({ quality }) : image.jpeg({ quality });
    await image.toFile(join(folder, `${name}-${n}.${output.format}`));
  }
}

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60">
  <text x="290" y="40" text-anchor="end" font-family="sans-serif" font-size="34" fill="#fff">${TEXT}</text></svg>`;

function improved(image: Sharp): Sharp {
  return image
    .normalise()
    .sharpen({ sigma: 0.8 })
    .composite([{ input: Buffer.from(SVG), gravity: 'southeast' }]);
}
