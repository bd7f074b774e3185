import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { takePicture } from '#contract/photos.ts';
import { photoName } from '#domain/photos/limits.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { photosQuery } from '#web/api/queries/queries.ts';
import { showToast } from '#web/ui/layers/toast.ts';

/** An own picture that can serve as a logo or stand behind the object. */
export interface OwnPicture {
  readonly id: string;
  readonly name: string;
  readonly thumbhash: string | null;
}

const SHOWN = 24;

/** Own PNG pictures: those may carry a transparent logo. */
export function useLogos(wanted: boolean): OwnPicture[] {
  return useOwnPictures(wanted)
    .filter(({ name }) => /\.png$/i.test(name))
    .slice(0, SHOWN);
}

/** Own pictures beside those named: a batch's own photos are no background for it. */
export function useBackdrops(wanted: boolean, without: ReadonlySet<string>): OwnPicture[] {
  return useOwnPictures(wanted)
    .filter(({ id }) => !without.has(id))
    .slice(0, SHOWN);
}

function useOwnPictures(wanted: boolean): OwnPicture[] {
  const { data } = useInfiniteQuery({ ...photosQuery, enabled: wanted });
  return (data?.pages ?? []).flatMap(({ photos }) => photos).filter(({ state }) => state === 'ready');
}

/** A picture from the device becomes one of the own ones, and is taken. */
export function useTakePicture(onTaken: (photoId: string) => void) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(file: File) {
      const { photoId } = await call(takePicture, { query: { name: photoName(file.name) } }, { file });
      await client.invalidateQueries({ queryKey: keys.photos });
      return photoId;
    },
    onSuccess: onTaken,
    onError: (error) => showToast({ text: errorMessage(error), negative: true }),
  });
}
