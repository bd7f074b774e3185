import { useEffect, useMemo } from 'react';
import { type Location, useNavigate } from 'react-router';
import { Gallery } from '#web/features/gallery/gallery.tsx';
import { type GalleryView, galleryPath, readGalleryUrl } from '#web/features/gallery/gallery-url.ts';
import { galleryTitle } from '#web/features/gallery/header/gallery-header.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { useUser } from '#web/session/use-user.ts';
import { noteLastVisitedUrl, useLastVisitedUrl } from '#web/shared/browser-storage/last-visited-urls.ts';

const getPlainGalleryPath = (view: GalleryView) => galleryPath({ view, filters: {} });
/** „Galerie” in the bars leads to whichever of them was looked at last. */
const BAR = '/gallery';

export function GalleryPage({ location }: { location: Pick<Location, 'search'> }) {
  const navigate = useNavigate();
  const uid = useUser()?.uid ?? '';
  const kept = useLastVisitedUrl();
  const galleryUrl = useMemo(() => readGalleryUrl(location.search), [location.search]);
  const { view } = galleryUrl;
  const path = galleryPath(galleryUrl);
  usePageTitle(galleryTitle(view));
  useEffect(() => {
    noteLastVisitedUrl(uid, view, path);
    noteLastVisitedUrl(uid, view === 'lots' ? getPlainGalleryPath('lots') : BAR, path);
  }, [uid, view, path]);
  return (
    <Gallery
      galleryUrl={galleryUrl}
      onGalleryUrl={(next, how) => navigate(galleryPath(next), how)}
      wayTo={(to) => {
        const left = kept(to);
        return to === view || left === to ? getPlainGalleryPath(to) : left;
      }}
      onBatch={(batchId) => navigate(`/process/${batchId}`)}
    />
  );
}
