import { Activity, type ComponentType, Suspense, useState } from 'react';
import { type Location, matchPath } from 'react-router';
import { Errors } from '#web/pages/error-page.tsx';
import { Footer } from '#web/pages/layout/footer.tsx';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

interface KeepAlivePageProps {
  /** The page's last location: a hidden page must not read another page's address. */
  readonly location: Location;
}

/** The view that the address asks for is fetched beside its page, not after it. */
async function galleryPage() {
  const isBatches = new URLSearchParams(window.location.search).get('view') === 'lots';
  const view = isBatches
    ? import('#web/features/gallery/batches/batches-view.tsx')
    : import('#web/features/gallery/photos/photos-view.tsx');
  view.catch(() => undefined);
  return (await import('#web/pages/gallery-page.tsx')).GalleryPage;
}

const KEPT: Readonly<Record<string, ComponentType<KeepAlivePageProps>>> = {
  '/gallery': createLazyPart(galleryPage),
  '/dashboard': createLazyPart(async () => (await import('#web/pages/dashboard-page.tsx')).DashboardPage),
};

/** The kept page of an address, as the router finds it: /Gallery/ is /gallery. */
export function keepAlivePath(pathname: string): string | null {
  return Object.keys(KEPT).find((path) => matchPath(path, pathname)) ?? null;
}

interface KeepAlivePagesProps {
  /** The kept page that is shown now. */
  readonly here: string | null;
  readonly location: Location;
}

/** Pages that stay mounted when the user goes elsewhere: state, selection and scroll are there on return. One may fail alone. */
export function KeepAlivePages({ here, location }: KeepAlivePagesProps) {
  const [visited, setVisited] = useState<Readonly<Record<string, Location>>>({});
  if (here !== null && visited[here] !== location) setVisited({ ...visited, [here]: location });
  return Object.entries(visited).map(([path, seen]) => {
    const Page = KEPT[path];
    return (
      Page && (
        <Activity key={path} mode={path === here ? 'visible' : 'hidden'}>
          <div className="kept-page" data-kept={path}>
            <Errors isInside at={seen.key}>
              <Suspense fallback={<PageSkeleton />}>
                <Page location={seen} />
              </Suspense>
            </Errors>
            <Footer />
          </div>
        </Activity>
      )
    );
  });
}

/** As high as the screen: what stands under the page is not seen to move away. */
function PageSkeleton() {
  return (
    <div className="page min-h-dvh">
      <LoadingNote />
      <Skeleton className="h-10 w-56" />
      <Skeleton className="mt-3 h-5 w-72" />
      <Skeleton className="mt-8 h-44 w-full" />
      <Skeleton className="mt-4 h-44 w-full" />
    </div>
  );
}
