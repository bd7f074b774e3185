import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import type { UserDocument } from '#contract/users.ts';
import { ConsentBar } from '#web/pages/layout/consent-bar.tsx';
import { useAnnouncedTitle } from '#web/pages/layout/page-title.ts';
import { useFocusOnPage, useScrolling } from '#web/pages/layout/scroll.ts';
import { showTheme } from '#web/session/theme.ts';
import { useUser } from '#web/session/use-user.ts';
import { wasShownTo } from '#web/session/zero-credits-marker.ts';

/** Where it cannot be fetched the page goes on without it. */
const ZeroCreditsDialog = lazy(() =>
  import('#web/session/zero-credits-dialog.tsx').then(
    ({ ZeroCreditsDialog }) => ({ default: ZeroCreditsDialog }),
    () => ({ default: () => null }),
  ),
);

/** Heard by what wants to know that the dialog went without leading to the prices. */
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
      <ZeroCredits user={user} />
    </>
  );
}

/** With credits all through this browser session no dialog is needed. */
function ZeroCredits({ user }: { user: UserDocument | null }) {
  const [isNeeded, setNeeded] = useState(false);
  if (!isNeeded && user && (user.credits.totalCredits === 0 || wasShownTo(user.uid))) setNeeded(true);
  return (
    isNeeded && (
      <Suspense>
        <ZeroCreditsDialog onDismiss={emitDismiss} />
      </Suspense>
    )
  );
}
