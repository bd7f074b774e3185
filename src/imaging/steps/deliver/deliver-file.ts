import { measurePhotoSide } from '#domain/batches/pixels-in-files.ts';
import { THUMBNAIL_SIDE } from '#domain/photos/limits.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import type { FileWarning } from '#domain/recipes/outputs.ts';
import type { Placement } from '#domain/recipes/placement.ts';
import { encodeThumbnail } from '#imaging/deliver/encode.ts';
import { carriesExif, whiteFacts } from '#imaging/deliver/file-facts.ts';
import { objectFacts } from '#imaging/deliver/object-facts.ts';
import type { FittedFile } from '#imaging/deliver/target-size.ts';
import type { WrittenFile } from '#imaging/messages.ts';
import { computeSha256, writeSynced } from '#imaging/pixels/write.ts';
import { fitWithin } from '#imaging/read/decode.ts';
import { isPlateHidden } from '#imaging/render/plates-left.ts';
import { getOverlays } from '#imaging/steps/finish/draw-marks.ts';
import type { DeliveryState } from '#imaging/steps/state.ts';

/** Writes the file and its thumbnail, and measures what is in it. Throws when the file is not encoded, and the disk's errors. */
export async function deliverFile(state: DeliveryState): Promise<DeliveryState> {
  const { encoded, picture, file, delivery } = state;
  if (encoded === null) throw new Error('the file is not encoded');
  const { spec, path, thumbnailPath } = delivery;
  await writeSynced(path, encoded.bytes);
  if (thumbnailPath !== null)
    await writeSynced(thumbnailPath, await encodeThumbnail(await fitWithin(picture, THUMBNAIL_SIDE)));
  const written: WrittenFile = {
    outputKey: spec.key,
    suffix: file.rendition.suffix,
    path,
    thumbnailPath,
    width: encoded.width,
    height: encoded.height,
    bytes: encoded.bytes.length,
    sha256: computeSha256(encoded.bytes),
    warnings: listWarnings(state, encoded),
    facts: await readFacts(state, encoded),
  };
  return { ...state, written };
}

function listWarnings({ request, hasCutout, file }: DeliveryState, { warning }: FittedFile): FileWarning[] {
  const { plan, isGroundKept } = request;
  const isReplaced = plan.recipe.background.kind === 'keep' || hasCutout;
  return [
    ...(file.placement.tooSmall ? (['smaller-than-asked'] as const) : []),
    ...(isGroundKept || !isReplaced ? (['background-kept'] as const) : []),
    ...(warning === null ? [] : [warning]),
  ];
}

async function readFacts(state: DeliveryState, encoded: FittedFile): Promise<WrittenFile['facts']> {
  const { picture, hasCutout, isClear, object, request, file } = state;
  const { placement, rendition } = file;
  const { frame, watermark, badge } = getOverlays(state);
  const shrink = encoded.width / picture.width;
  return {
    ...whiteFacts(picture, { x: placement.x, y: placement.y, ...placement.photo }),
    photoSide: Math.round(measurePhotoSide(placement, hasCutout) * shrink),
    ...(!hasCutout && readMargin(placement)),
    marked: frame !== null || watermark !== null || badge !== null,
    replaced: hasCutout,
    ...(isClear && { isClear }),
    ...(request.isGroundKept && { kept: 'cut' as const }),
    ...(object !== null && { object: objectFacts(object, placement) }),
    metadata: await carriesExif(encoded.bytes, rendition.format),
    ...listCovers(state),
  };
}

/** Returns the share of the file that is not the photo's. */
function readMargin({ photo, canvas }: Placement): { margin: number } | null {
  const margin = 1 - (photo.width * photo.height) / (canvas.width * canvas.height);
  return margin > 0 ? { margin: Math.round(margin * 1000) / 1000 } : null;
}

function listCovers({ request: { plan }, plates, file }: DeliveryState): { covers: Quad[]; gone?: Quad[] } {
  if (plan.recipe.plates.kind === 'off') return { covers: [] };
  const gone = plates.filter((seen) => isPlateHidden(seen, file.placement.cut));
  return {
    covers: plates.map(({ plate }) => plate),
    ...(gone.length > 0 && { gone: gone.map(({ plate }) => plate) }),
  };
}
