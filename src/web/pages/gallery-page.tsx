import { useEffect, useMemo } from 'react';
import { type Location, useNavigate } from 'react-router';
import { Gallery } from '#web/features/gallery/gallery.tsx';
import { addressPath, type GalleryView, readAddress } from '#web/features/gallery/gallery-address.ts';
import { galleryTitle } from '#web/features/gallery/header/gallery-header.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { noteAddress, useKeptAddress } from '#web/session/kept/kept-addresses.ts';
import { useUser } from '#web/session/use-user.ts';

const plain = (view: GalleryView) => addressPath({ view, filters: {} });
/** „Galerie” in the bars leads to whichever of them was looked at last. */
const BAR = '/gallery';

export function GalleryPage({ location }: { location: Pick<Location, 'search'> }) {
  const navigate = useNavigate();
  const uid = useUser()?.uid ?? '';
  const kept = useKeptAddress();
  const address = useMemo(() => readAddress(location.search), [location.search]);
  const { view } = address;
  const path = addressPath(address);
  usePageTitle(galleryTitle(view));
  useEffect(() => {
    noteAddress(uid, view, path);
    noteAddress(uid, view === 'lots' ? plain('lots') : BAR, path);
  }, [uid, view, path]);
  return (
    <Gallery
      address={address}
      onAddress={(next, how) => navigate(addressPath(next), how)}
      wayTo={(to) => {
        const left = kept(to);
        return to === view || left === to ? plain(to) : left;
      }}
      onLot={(batchId) => navigate(`/process/${batchId}`)}
    />
  );
}
