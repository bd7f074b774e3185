import type { Scene } from '#domain/recipes/background.ts';
import pedestalPaper from '#web/assets/scenes/pedestal-paper.webp';
import pedestalStone from '#web/assets/scenes/pedestal-stone.webp';
import pedestalWhite from '#web/assets/scenes/pedestal-white.webp';
import roomDark from '#web/assets/scenes/room-dark.webp';
import roomLight from '#web/assets/scenes/room-light.webp';
import roomMid from '#web/assets/scenes/room-mid.webp';
import showroomConcrete from '#web/assets/scenes/showroom-concrete.webp';
import showroomDark from '#web/assets/scenes/showroom-dark.webp';
import showroomLight from '#web/assets/scenes/showroom-light.webp';

/** Each scene, small, as the engine renders it (`lab/scenes/scene-chips.ts`). */
export const SCENE_PICTURES: Readonly<Record<Scene, string>> = {
  'pedestal-paper': pedestalPaper,
  'pedestal-stone': pedestalStone,
  'pedestal-white': pedestalWhite,
  'room-dark': roomDark,
  'room-light': roomLight,
  'room-mid': roomMid,
  'showroom-concrete': showroomConcrete,
  'showroom-dark': showroomDark,
  'showroom-light': showroomLight,
};
