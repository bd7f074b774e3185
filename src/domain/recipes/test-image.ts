/** Trying the recipe costs nothing, so what comes out is small and says what it is. */
export const TEST_IMAGE_SIDE = 800;
export const PROOF_TEXT = 'Fotolot · probă';
/** Without use for so long, a picture to try on is forgotten. */
export const TEST_IMAGE_MINUTES = 30;
/** Of a visitor's photo, which the browser makes smaller before it is sent. */
export const TRY_SIDE = 1600;
export const TRY_BYTES = 5_000_000;
