import after from '#web/assets/scene-after.webp';
import before from '#web/assets/scene-before.webp';
import { Wipe } from '#web/ui/wipe.tsx';

/** The gesture of the product on its first page, on a scene that the project renders and its own engine processed: what came from the phone, what goes to the marketplace. */
export function Hero({ loading = 'eager' }: { loading?: 'eager' | 'lazy' }) {
  return (
    <Wipe
      initial={50}
      before={
        <img
          loading={loading}
          src={before}
          alt="Scena așa cum a ieșit din telefon"
          className="object-cover"
        />
      }
      after={
        <img loading={loading} src={after} alt="Aceeași scenă după procesare" className="object-cover" />
      }
      afterNote="1 credit"
    />
  );
}
