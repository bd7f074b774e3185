/** Guided shots: what a thing is photographed from, one after the other. */

/** Exterior: the thing as a whole, which may get another ground; interior and detail keep the ground they have. */
export const SHOT_KINDS = ['exterior', 'interior', 'detail'] as const;
export type ShotKind = (typeof SHOT_KINDS)[number];

export interface Shot {
  /** Names the shot within its list; a photo carries it. */
  readonly key: string;
  readonly name: string;
  readonly kind: ShotKind;
}

export interface ShotList {
  readonly name: string;
  readonly shots: Shot[];
}

export const SHOT_KEY = /^[a-z0-9-]{1,40}$/;
export const LONGEST_SHOT_NAME = 60;
export const MOST_SHOTS = 40;
/** Own lists of a person. */
export const MOST_SHOT_LISTS = 20;

/** True where each shot has a key of its own. */
export function hasOwnKeys({ shots }: Pick<ShotList, 'shots'>): boolean {
  return new Set(shots.map(({ key }) => key)).size === shots.length;
}

/** True for a shot of a part, which needs its surroundings to be understood. */
export function keepsItsGround(kind: ShotKind | null): boolean {
  return kind === 'interior' || kind === 'detail';
}

/** Returns the shots of the list that none of the photos is. */
export function listMissingShots(
  { shots }: ShotList,
  photos: readonly { shot?: string | undefined }[],
): Shot[] {
  const taken = new Set(photos.map(({ shot }) => shot));
  return shots.filter(({ key }) => !taken.has(key));
}

/** Returns the name of a shot's file, by which photos stand in the order of their list: „01 Față, din stânga.jpg”. */
export function buildShotFileName(list: ShotList, { key, name }: Shot): string {
  const place = list.shots.findIndex((shot) => shot.key === key) + 1;
  return `${String(place).padStart(2, '0')} ${name}.jpg`;
}
