import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useRunEnds } from '#web/features/batches/run/use-run-ends.ts';
import { ResumedUploads } from '#web/features/upload/resumed-uploads.tsx';
import { BottomBar } from '#web/pages/layout/bottom-bar.tsx';
import { Footer } from '#web/pages/layout/footer.tsx';
import { KeepAlivePages, keepAlivePath } from '#web/pages/layout/keep-alive-pages.tsx';
import { OfflineNotice } from '#web/pages/layout/offline-notice.tsx';
import { TopBar } from '#web/pages/layout/top-bar.tsx';
import { useUser } from '#web/session/use-user.ts';

interface LayoutProps {
  /** Without the bars only the page is seen, which brings its own frame; the kept pages wait behind it. */
  readonly bars: boolean;
  readonly children: ReactNode;
}

/** The main layout: bars around the page, and the two kept pages beside whatever is open. Only /pricing is public. The
 * batch's page and the one for trying keep the thumb's place on a phone for their own button. */
export function Layout({ bars, children }: LayoutProps) {
  const user = useUser();
  const location = useLocation();
  const { pathname } = location;
  const here = bars ? keepAlivePath(pathname) : null;
  const hasBottomBar = bars && user && !/^\/(process\/|test-image)/.test(pathname);
  return (
    <div className={hasBottomBar ? undefined : 'without-bottom-bar'}>
      {bars && (
        <>
          <a href="#continut" className="skip-link">
            Sari la conținut
          </a>
          <TopBar />
          <OfflineNotice />
        </>
      )}
      <main id="continut" tabIndex={-1} hidden={!bars} className="outline-none">
        {user && <KeepAlivePages key={user.uid} here={here} location={location} />}
        {bars && (user || pathname === '/pricing') && children}
        {bars && here === null && <Footer />}
      </main>
      {hasBottomBar && <BottomBar />}
      {bars ? user && <Errands key={user.uid} uid={user.uid} /> : children}
    </div>
  );
}

/** Background tasks of every page: announces ends of long runs, continues uploads that a closed tab left behind. */
function Errands({ uid }: { uid: string }) {
  useRunEnds();
  return <ResumedUploads uid={uid} />;
}
