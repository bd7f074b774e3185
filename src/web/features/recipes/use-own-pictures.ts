import { useInfiniteQuery } from '@tanstack/react-query';
import { photosQuery } from '#web/api/queries.ts';

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

/** Own pictures beside those named: a lot's own photos are no background for it. */
export function useBackdrops(wanted: boolean, without: ReadonlySet<string>): OwnPicture[] {
  return useOwnPictures(wanted)
    .filter(({ id }) => !without.has(id))
    .slice(0, SHOWN);
}

function useOwnPictures(wanted: boolean): OwnPicture[] {
  const { data } = useInfiniteQuery({ ...photosQuery(false), enabled: wanted });
  return (data?.pages ?? []).flatMap(({ photos }) => photos).filter(({ state }) => state === 'ready');
}
