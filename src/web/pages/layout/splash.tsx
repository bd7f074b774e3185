import { Logo } from '#web/ui/pictures/logo.tsx';
import { LoadingNote } from '#web/ui/skeleton.tsx';

/** The page of the first moments, while the session is asked for. */
export function Splash() {
  return (
    <main data-splash className="grid min-h-dvh place-items-center">
      <Logo />
      <LoadingNote />
    </main>
  );
}
