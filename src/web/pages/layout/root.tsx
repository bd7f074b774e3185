import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { UserDocument } from '#contract/users.ts';
import type { Access } from '#web/guard.ts';
import { ConsentBar } from '#web/pages/layout/consent-bar.tsx';
import { useAnnouncedTitle } from '#web/pages/layout/page-title.ts';
import { useFocusOnPage, useScrolling } from '#web/pages/layout/scroll.ts';
import { Splash } from '#web/pages/layout/splash.tsx';
import { ProofAsked } from '#web/session/proof/proof-asked.tsx';
import { useUser } from '#web/session/use-user.ts';
import { showTheme } from '#web/shared/browser-storage/theme.ts';
import { measureEvent } from '#web/shared/consent/consent.ts';
import { wasShownTo } from '#web/shared/credits/zero-credits-marker.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { useHasOpened } from '#web/ui/use-has-opened.ts';
import { useGuard } from '#web/use-guard.ts';

const Layout = createLazyPart(async () => (await import('#web/pages/layout/layout.tsx')).Layout);

/** The page goes on without it if it cannot be loaded. */
const ZeroCreditsDialog = lazy(() =>
  import('#web/shared/credits/zero-credits-dialog.tsx').then(
    ({ ZeroCreditsDialog }) => ({ default: ZeroCreditsDialog }),
    () => ({ default: () => null }),
  ),
);

/** Heard by what wants to know that the dialog went without leading to the prices. */
const emitDismiss = () => window.dispatchEvent(new CustomEvent('fotolot:zero-credits-dismiss'));

interface RootProps {
  readonly access: Access;
  /** True when the page stands in the main layout. */
  readonly bars: boolean;
  readonly children: ReactNode;
}

/** Around every page, the signed-out ones too. Once the main layout was seen it stays, with the kept pages in it, whatever comes after. */
export function Root({ access, bars, children }: RootProps) {
  useScrolling();
  useFocusOnPage();
  const user = useUser();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is another one
  useEffect(() => measureEvent({ what: 'page' }), [pathname]);
  const theme = user?.theme;
  useEffect(() => {
    if (theme !== undefined) showTheme(theme);
  }, [theme]);
  const isOpen = useGuard(access);
  const inside = isOpen && bars;
  const page = isOpen ? children : <Splash />;
  return (
    <>
      <p role="status" className="sr-only">
        {useAnnouncedTitle()}
      </p>
      <ConsentBar />
      {useHasOpened(inside) ? <Layout bars={inside}>{page}</Layout> : page}
      <ZeroCredits user={user} />
      <ProofAsked />
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
