import { useInfiniteQuery } from '@tanstack/react-query';
import { photosQuery } from '#web/api/queries.ts';

/** An own picture that can serve as a logo. */
export interface LogoChoice {
  readonly id: string;
  readonly name: string;
  readonly thumbhash: string | null;
}

const LOGOS_SHOWN = 24;

/** Own PNG pictures: those may carry a transparent logo. */
export function useLogos(wanted: boolean): LogoChoice[] {
  const { data } = useInfiniteQuery({ ...photosQuery(false), enabled: wanted });
  return (data?.pages ?? [])
    .flatMap(({ photos }) => photos)
    .filter(({ name, state }) => state === 'ready' && /\.png$/i.test(name))
    .slice(0, LOGOS_SHOWN);
}
