import { lazy, Suspense } from 'react';
import { useLocation, useOutlet } from 'react-router';
import { BottomBar } from '#web/pages/layout/bottom-bar.tsx';
import { Footer } from '#web/pages/layout/footer.tsx';
import { KeptPages, keptPath } from '#web/pages/layout/kept-pages.tsx';
import { OfflineNotice } from '#web/pages/layout/offline-notice.tsx';
import { TopBar } from '#web/pages/layout/top-bar.tsx';
import { useUser } from '#web/session/use-user.ts';

/** Uploads that a closed tab left behind go on wherever the person is. */
const ResumedUploads = lazy(async () => ({
  default: (await import('#web/features/upload/resumed-uploads.tsx')).ResumedUploads,
}));

/** Long runs that end while the person does something else are told. */
const RunEndsTeller = lazy(async () => ({
  default: (await import('#web/features/batches/run-ends-teller.tsx')).RunEndsTeller,
}));

/** The main layout: bars around the page, and the two kept pages beside whatever is open. Only /pricing is public. The
 * lot's page and the one for trying keep the thumb's place on a phone for their own button. */
export function Layout() {
  const user = useUser();
  const location = useLocation();
  const outlet = useOutlet();
  const hasBottomBar = user && !/^\/(process\/|test-image)/.test(location.pathname);
  return (
    <div className={hasBottomBar ? undefined : 'without-bottom-bar'}>
      <a href="#continut" className="skip-link">
        Sari la conținut
      </a>
      <TopBar />
      <OfflineNotice />
      <main id="continut" tabIndex={-1} className="outline-none">
        {user && <KeptPages key={user.uid} location={location} />}
        {(user || location.pathname === '/pricing') && outlet}
        {keptPath(location.pathname) === null && <Footer />}
      </main>
      {hasBottomBar && <BottomBar />}
      {user && (
        <Suspense>
          <ResumedUploads key={user.uid} uid={user.uid} />
          <RunEndsTeller key={`ends ${user.uid}`} />
        </Suspense>
      )}
    </div>
  );
}
