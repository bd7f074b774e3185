import { useLocation, useOutlet } from 'react-router';
import { useRunEnds } from '#web/features/batches/use-run-ends.ts';
import { ResumedUploads } from '#web/features/upload/resumed-uploads.tsx';
import { Errors } from '#web/pages/error-page.tsx';
import { BottomBar } from '#web/pages/layout/bottom-bar.tsx';
import { Footer } from '#web/pages/layout/footer.tsx';
import { KeptPages, keptPath } from '#web/pages/layout/kept-pages.tsx';
import { OfflineNotice } from '#web/pages/layout/offline-notice.tsx';
import { TopBar } from '#web/pages/layout/top-bar.tsx';
import { useUser } from '#web/session/use-user.ts';

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
        <Errors at={location.key}>{(user || location.pathname === '/pricing') && outlet}</Errors>
        {keptPath(location.pathname) === null && <Footer />}
      </main>
      {hasBottomBar && <BottomBar />}
      {user && <Errands key={user.uid} uid={user.uid} />}
    </div>
  );
}

/** What goes on wherever the person is: ends of long runs are told, uploads that a closed tab left behind continue. */
function Errands({ uid }: { uid: string }) {
  useRunEnds();
  return <ResumedUploads uid={uid} />;
}
