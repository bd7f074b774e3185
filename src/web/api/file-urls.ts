import { batchZip, resultFile, resultThumbnail } from '#contract/batches.ts';
import { photoMask, photoOriginal, photoProxy, photoSketch, photoThumbnail } from '#contract/photos.ts';
import { routeUrl } from '#web/api/call.ts';

/** Addresses of files for <img> and download links. */
export const thumbnailUrl = (photoId: string) => routeUrl(photoThumbnail, { params: { photoId } });
export const proxyUrl = (photoId: string) => routeUrl(photoProxy, { params: { photoId } });
export const sketchUrl = (photoId: string) => routeUrl(photoSketch, { params: { photoId } });
export const maskUrl = (photoId: string, cutout: string) =>
  routeUrl(photoMask, { params: { photoId }, query: { cutout } });
export const originalUrl = (photoId: string) => routeUrl(photoOriginal, { params: { photoId } });
export const zipUrl = (batchId: string) => routeUrl(batchZip, { params: { batchId } });
export const resultUrl = (resultId: string) => routeUrl(resultFile, { params: { resultId } });
/** Address of a thumbnail for lists, a few thousand bytes. */
export const resultThumbnailUrl = (resultId: string) => routeUrl(resultThumbnail, { params: { resultId } });
export const resultDownloadUrl = (resultId: string) =>
  routeUrl(resultFile, { params: { resultId }, query: { download: '1' } });
