import car from '#web/assets/samples/car.jpg';
import chair from '#web/assets/samples/chair.jpg';
import jacket from '#web/assets/samples/jacket.jpg';
import mug from '#web/assets/samples/mug.jpg';
import phone from '#web/assets/samples/phone.jpg';
import sneakers from '#web/assets/samples/sneakers.jpg';

/** Scenes that the project renders, each with something to mend; the first is one that every part of the recipe shows well on. */
export interface Sample {
  readonly name: string;
  readonly url: string;
}

export const SAMPLES: readonly Sample[] = [
  { name: 'Adidași', url: sneakers },
  { name: 'Mașină', url: car },
  { name: 'Scaun', url: chair },
  { name: 'Geacă', url: jacket },
  { name: 'Cană', url: mug },
  { name: 'Telefon', url: phone },
];
