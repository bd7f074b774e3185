import chair from '#web/assets/samples/chair.jpg';
import mug from '#web/assets/samples/mug.jpg';
import phone from '#web/assets/samples/phone.jpg';
import slides from '#web/assets/samples/slides.jpg';

/**
 * Photos that the project renders, each with something to mend. The first one shows every part of the recipe well. The dictionary is none:
 * its worn white rim looks torn on white, however well it is cut out.
 */
export interface Sample {
  readonly name: string;
  readonly url: string;
}

export const SAMPLES: readonly Sample[] = [
  { name: 'Papuci', url: slides },
  { name: 'Telefon', url: phone },
  { name: 'Scaun', url: chair },
  { name: 'Cană', url: mug },
];
