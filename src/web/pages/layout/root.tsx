import { lazy, Suspense, useEffect } from 'react';
import { Outlet } from 'react-router';
import { ConsentBar } from '#web/pages/layout/consent-bar.tsx';
import { useAnnouncedTitle } from '#web/pages/layout/page-title.ts';
import { useFocusOnPage, useScrolling } from '#web/pages/layout/scroll.ts';
import { showTheme } from '#web/session/theme.ts';
import { useUser } from '#web/session/use-user.ts';

const ZeroCreditsDialog = lazy(async () => ({
  default: (await import('#web/session/zero-credits-dialog.tsx')).ZeroCreditsDialog,
}));

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
      {user && (
        <Suspense>
          <ZeroCreditsDialog onDismiss={emitDismiss} />
        </Suspense>
      )}
    </>
  );
}
