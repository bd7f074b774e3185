/** Long side and text of a test image: trying the recipe costs nothing, so it is small and says what it is. */
export const TEST_IMAGE_SIDE = 800;
export const PROOF_TEXT = 'Fotolot · probă';
/** Minutes without use after which a test image is forgotten. */
export const TEST_IMAGE_MINUTES = 30;
/** Long side and bytes of a visitor's photo, which the browser makes smaller before it is sent. */
export const TRY_SIDE = 1600;
export const TRY_BYTES = 5_000_000;
