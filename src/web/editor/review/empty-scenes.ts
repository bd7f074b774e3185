import type { Scene } from '#domain/recipes/background.ts';
import pedestalPaper from '#web/assets/scenes/empty/pedestal-paper.webp';
import pedestalStone from '#web/assets/scenes/empty/pedestal-stone.webp';
import pedestalWhite from '#web/assets/scenes/empty/pedestal-white.webp';
import roomDark from '#web/assets/scenes/empty/room-dark.webp';
import roomLight from '#web/assets/scenes/empty/room-light.webp';
import roomMid from '#web/assets/scenes/empty/room-mid.webp';
import showroomConcrete from '#web/assets/scenes/empty/showroom-concrete.webp';
import showroomDark from '#web/assets/scenes/empty/showroom-dark.webp';
import showroomLight from '#web/assets/scenes/empty/showroom-light.webp';

/** Each scene with nothing in it, small, as the engine renders it (`lab/scenes/scene-chips.ts --empty`). */
export const EMPTY_SCENES: Readonly<Record<Scene, string>> = {
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
