import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { takePicture } from '#contract/photos.ts';
import { photoName } from '#domain/photos/limits.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { logosQuery, photosQuery } from '#web/api/queries/queries.ts';

/** An own picture that can serve as a logo or stand behind the object. */
export interface OwnPicture {
  readonly id: string;
  readonly name: string;
  readonly thumbhash: string | null;
}

const SHOWN = 24;

/** Returns own logos; a photograph only while it is in use as one (`chosen`), as older recipes may have it. */
export function useLogos(wanted: boolean, chosen: string | null): OwnPicture[] {
  const { data } = useQuery({ ...logosQuery, enabled: wanted });
  const logos = (data?.photos ?? []).filter(({ state }) => state === 'ready');
  const isPhotograph = data !== undefined && chosen !== null && logos.every(({ id }) => id !== chosen);
  const photos = useOwnPictures(wanted && isPhotograph);
  return [...photos.filter(({ id }) => isPhotograph && id === chosen), ...logos].slice(0, SHOWN);
}

/** Returns own pictures beside those named: a batch's own photos are no background for it. */
export function useBackdrops(wanted: boolean, without: ReadonlySet<string>): OwnPicture[] {
  return useOwnPictures(wanted)
    .filter(({ id }) => !without.has(id))
    .slice(0, SHOWN);
}

function useOwnPictures(wanted: boolean): OwnPicture[] {
  const { data } = useInfiniteQuery({ ...photosQuery, enabled: wanted });
  return (data?.pages ?? []).flatMap(({ photos }) => photos).filter(({ state }) => state === 'ready');
}

/** Returns a mutation that makes a picture from the device one of the own ones, and takes it. */
export function useTakePicture(onTaken: (photoId: string) => void, as?: 'logo') {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(file: File) {
      const { photoId } = await call(takePicture, { query: { name: photoName(file.name), as } }, { file });
      await client.invalidateQueries({ queryKey: keys.photos });
      return photoId;
    },
    onSuccess: onTaken,
  });
}
