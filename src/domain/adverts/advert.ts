/** Words of a site for the state of an advert, as far as they are known. */
export const ADVERT_STATES = ['shown', 'waiting', 'stopped', 'ended', 'unknown'] as const;
export type AdvertState = (typeof ADVERT_STATES)[number];

/** True for adverts whose pictures can be changed: those that are shown, or wait to be. */
export function isOpen(state: AdvertState): boolean {
  return state === 'shown' || state === 'waiting';
}
