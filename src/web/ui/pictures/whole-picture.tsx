import { useState } from 'react';

interface WholePictureProps {
  readonly src: string;
  /** A small copy, at hand from the list it was opened in. */
  readonly small: string;
  readonly alt: string;
}

/** Shows the small copy until the whole picture is there; fills its box. */
export function WholePicture({ src, small, alt }: WholePictureProps) {
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      {shown !== src && <img src={small} alt="" aria-hidden draggable={false} className="absolute inset-0" />}
      <img src={src} alt={alt} draggable={false} onLoad={() => setShown(src)} />
    </>
  );
}
