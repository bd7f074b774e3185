import { encode } from 'uqr';
import { isLoopback } from '#domain/loopback.ts';

/** A link as a QR code and as text. At an address that only this computer has, words stand in the code's place. */
export function LinkCode({ address }: { address: string }) {
  const { hostname } = new URL(address);
  return (
    <>
      {isLoopback(hostname) ? (
        <p className="rounded-xl bg-sunken px-4 py-3">
          Codul nu ar folosi: adresa {hostname} există doar pe calculatorul acesta. Deschide Fotolot la adresa
          lui din rețea sau de pe internet și apasă din nou.
        </p>
      ) : (
        <QrCode text={address} />
      )}
      <p className="text-center font-mono text-sm break-all select-all">{address}</p>
    </>
  );
}

/** Blank dots around the code that readers need. */
const BORDER = 4;

/** Dark on white in both themes: readers know no other. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      role="img"
      aria-label="Cod QR cu linkul pentru telefon"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-full max-w-64 rounded-xl"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={dots.join('')} />
    </svg>
  );
}
