import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { ConsentBar } from '#web/pages/layout/consent-bar.tsx';
import { useAnnouncedTitle } from '#web/pages/layout/page-title.ts';
import { useFocusOnPage, useScrolling } from '#web/pages/layout/scroll.ts';
import { showTheme } from '#web/session/theme.ts';
import { useUser } from '#web/session/use-user.ts';
import { readMarker } from '#web/session/zero-credits-marker.ts';

/** Where it cannot be fetched the page goes on without it. */
const ZeroCreditsDialog = lazy(() =>
  import('#web/session/zero-credits-dialog.tsx').then(
    ({ ZeroCreditsDialog }) => ({ default: ZeroCreditsDialog }),
    () => ({ default: () => null }),
  ),
);

/** Heard by whoever wants to know that the person said "later" (journeys, later on statistics). */
const emitDismiss = () => window.dispatchEvent(new CustomEvent('fotolot:zero-credits-dismiss'));

/** Around every page, the signed-out ones too. */
export function Root() {
  useScrolling();
  useFocusOnPage();
  const user = useUser();
  const theme = user?.theme;
  useEffect(() => {
    if (theme !== undefined) showTheme(theme);
  }, [theme]);
  return (
    <>
      <p role="status" className="sr-only">
        {useAnnouncedTitle()}
      </p>
      <ConsentBar />
      <Outlet />
      {user && <ZeroCredits balance={user.credits.totalCredits} />}
    </>
  );
}

/** Whoever has credits and had them all this browser session needs no dialog. */
function ZeroCredits({ balance }: { balance: number }) {
  const [isNeeded, setNeeded] = useState(false);
  if (!isNeeded && (balance === 0 || readMarker() !== null)) setNeeded(true);
  return (
    isNeeded && (
      <Suspense>
        <ZeroCreditsDialog onDismiss={emitDismiss} />
      </Suspense>
    )
  );
}
