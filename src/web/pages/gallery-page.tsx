import { useNavigate } from 'react-router';
import { Gallery, galleryTitle, readView } from '#web/features/gallery/gallery.tsx';
import type { KeptPageProps } from '#web/pages/layout/kept-pages.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';

export function GalleryPage({ location }: KeptPageProps) {
  const navigate = useNavigate();
  const view = readView(location.search);
  usePageTitle(galleryTitle(view));
  return <Gallery view={view} onLot={(batchId) => navigate(`/process/${batchId}`)} />;
}
