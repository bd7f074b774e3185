import { join } from 'node:path';
import { getShard, isUploadKey } from '#server/adapters/files/keys.ts';
import type { Files, Uploads } from '#server/adapters/files/port.ts';
import { type BucketAddress, S3Bucket } from '#server/adapters/files/s3-bucket.ts';
import { uploadsInBucket } from '#server/adapters/files/uploads/bucket.ts';
import { uploadsInFolder } from '#server/adapters/files/uploads/folder.ts';

/** Uploads lie where the files do, so that a whole one becomes a file without being sent again. */
export async function openUploads(
  { DATA_DIR, FILES_URL }: { readonly DATA_DIR: string; readonly FILES_URL: BucketAddress | null },
  files: Files,
): Promise<Uploads> {
  if (FILES_URL === null) return uploadsInFolder(join(DATA_DIR, 'uploads'), files);
  return uploadsInBucket(new S3Bucket(FILES_URL, (key) => isUploadKey(key) || getShard(key)));
}
