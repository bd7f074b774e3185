import { isLoopback } from '#domain/loopback.ts';
import { QrCode } from '#web/shared/qr-code.tsx';

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
        <QrCode text={address} label="Cod QR cu linkul pentru telefon" />
      )}
      <p className="text-center font-mono text-sm break-all select-all">{address}</p>
    </>
  );
}
