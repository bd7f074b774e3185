import sharp from 'sharp';
import { listPhotos, type Photo } from '#contract/photos.ts';
import { uploadAvatar } from '#contract/users.ts';
import { drawScene, noiseFrom } from '#imaging/fixtures/scene.ts';
import { type Client, pollUntil } from '#testing/server.ts';

/** A JPEG of the project's own, as small as most tests need it; another seed is another picture. */
export async function smallPhoto(seed = 1, width = 160, height = 120): Promise<Buffer> {
  const noise = noiseFrom(seed);
  const tint = () => Math.round(60 + noise() * 150);
  const { data } = drawScene(width, height, {
    wall: [tint(), tint(), tint()],
    floor: [104, 104, 102],
    paint: [tint(), tint(), tint()],
  });
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
}

/** Uploads small photos and waits until all are ready; returns their ids. */
export async function uploadPhotos(
  client: Client,
  seeds: readonly number[],
  batch: { batchId?: string } = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (const seed of seeds)
    ids.push(await client.upload(await smallPhoto(seed), { name: `poza-${seed}.jpg`, ...batch }));
  await photosReady(client, ids);
  return ids;
}

/** Waits until the photos stand ready in the gallery. */
export async function photosReady(client: Client, ids: readonly string[]): Promise<Photo[]> {
  const { photos } = await pollUntil(
    () => client.call(listPhotos, {}),
    (list) => ids.every((id) => list.photos.some((photo) => photo.id === id && photo.state === 'ready')),
  );
  return photos.filter((photo) => ids.includes(photo.id));
}

/** Makes a photo the client's avatar. */
export function sendPicture(client: Client, photo: Uint8Array, type = 'image/jpeg'): Promise<Response> {
  const body = photo as Uint8Array<ArrayBuffer>;
  return client.fetch(uploadAvatar.path, { method: 'PUT', headers: { 'content-type': type }, body });
}
