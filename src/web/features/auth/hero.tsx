import after from '#web/assets/scene-after.webp';
import before from '#web/assets/scene-before.webp';
import { BeforeAfterSlider } from '#web/ui/pictures/before-after-slider.tsx';

/** The slides lie under the picture's middle: the parts that are cut away are above and below them. */
const WHOLE = 'object-cover object-[50%_61%]';

/** The first page's before and after, on a scene rendered by the project and processed by its own engine. */
export function Hero({ loading = 'eager' }: { loading?: 'eager' | 'lazy' }) {
  return (
    <BeforeAfterSlider
      initial={50}
      before={
        <img loading={loading} src={before} alt="Scena așa cum a ieșit din telefon" className={WHOLE} />
      }
      after={<img loading={loading} src={after} alt="Aceeași scenă după procesare" className={WHOLE} />}
      afterNote="1 credit"
    />
  );
}
