import type { App } from '#server/app.ts';
import type { Claim } from '#server/batches/runs/claim-store.ts';

/** Results as a worker hands them in for a photo; there is no file behind them. */
export function buildResult({ newId }: Pick<App, 'newId'>, claim: Claim) {
  const rendition = { suffix: '', width: 1600, height: 1200, fit: 'inside', pad: 'white' } as const;
  const spec = {
    key: 'olx',
    label: 'OLX',
    overlays: true,
    renditions: [
      { ...rendition, padColour: 'ffffff', fill: null, format: 'jpeg', quality: 82, maxBytes: null },
    ],
  } as const;
  const id = newId('res');
  const file = {
    outputKey: 'olx',
    suffix: '',
    path: '',
    thumbnailPath: null,
    width: 1600,
    height: 1200,
    bytes: 1,
    sha256: claim.photoId,
    warnings: [],
    facts: { whiteEdge: 0, fill: null, marked: false, replaced: false, metadata: false },
  };
  return { id, fileKey: `results/${id}`, spec, position: 0, format: 'jpeg', file } as const;
}
