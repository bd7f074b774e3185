/** What each scene is made of. Colours are sRGB, as they are seen in full light. */
import type { Scene } from '#domain/recipes/background.ts';
import { parseRgb, type Rgb } from '#imaging/pixels/raw.ts';

export interface Look {
  readonly kind: 'showroom' | 'pedestal' | 'room';
  readonly wall: Rgb;
  readonly floor: Rgb;
  /** Shares of full light on the wall's top and beside the pool, and on the floor before the object. */
  readonly dim: number;
  readonly near: number;
  /** How much of the wall the floor shows, and of the object; and how blurred (share of its height). */
  readonly gloss: number;
  readonly mirror: number;
  readonly blur: number;
  /** Height over which floor and wall go over into each other, as a share of the canvas'. */
  readonly bend: number;
  /** Share by which the floor's (or the plinth's) grain is lighter and darker. */
  readonly grain: number;
  /** The plinth. */
  readonly plinth: Rgb;
}

const createLook = (
  kind: Look['kind'],
  {
    wall,
    floor = wall,
    plinth = wall,
    ...rest
  }: Partial<Omit<Look, 'wall' | 'floor' | 'plinth' | 'kind'>> & {
    wall: string;
    floor?: string;
    plinth?: string;
  },
): Look => ({
  kind,
  dim: 0.8,
  near: 0.9,
  gloss: 0,
  mirror: 0,
  blur: 0.04,
  bend: 0.004,
  grain: 0,
  ...rest,
  wall: parseRgb(wall),
  floor: parseRgb(floor),
  plinth: parseRgb(plinth),
});

export const LOOKS: Readonly<Record<Scene, Look>> = {
  'showroom-light': createLook('showroom', {
    wall: 'eeeff1',
    floor: 'd9dbde',
    dim: 0.78,
    near: 0.96,
    gloss: 0.45,
    mirror: 0.34,
    blur: 0.03,
  }),
  'showroom-dark': createLook('showroom', {
    wall: '5b6068',
    floor: '3a3e45',
    dim: 0.3,
    near: 0.42,
    gloss: 0.5,
    mirror: 0.42,
    blur: 0.022,
  }),
  'showroom-concrete': createLook('showroom', {
    wall: 'e3dcd1',
    floor: 'b9b0a4',
    dim: 0.72,
    near: 0.9,
    gloss: 0.22,
    mirror: 0.13,
    blur: 0.06,
    grain: 0.09,
  }),
  'pedestal-white': createLook('pedestal', {
    wall: 'e4e6e8',
    plinth: 'fbfbfa',
    dim: 0.72,
    mirror: 0.1,
    blur: 0.04,
    bend: 0.5,
  }),
  'pedestal-stone': createLook('pedestal', {
    wall: '9a9c9e',
    plinth: 'd3d1cc',
    dim: 0.62,
    mirror: 0.05,
    blur: 0.06,
    bend: 0.5,
    grain: 0.1,
  }),
  'pedestal-paper': createLook('pedestal', { wall: 'd8c2a4', plinth: 'f3eadb', dim: 0.72, bend: 0.5 }),
  'room-light': createLook('room', {
    wall: 'f1f1f2',
    floor: 'e9e9ea',
    dim: 0.84,
    near: 0.94,
    mirror: 0.06,
    blur: 0.06,
    bend: 0.3,
  }),
  'room-mid': createLook('room', {
    wall: 'b4b5b7',
    floor: 'a9aaac',
    dim: 0.62,
    near: 0.82,
    mirror: 0.06,
    blur: 0.06,
    bend: 0.3,
  }),
  'room-dark': createLook('room', {
    wall: '54565a',
    floor: '46484b',
    dim: 0.4,
    near: 0.7,
    mirror: 0.1,
    blur: 0.05,
    bend: 0.3,
  }),
};
