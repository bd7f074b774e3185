import { sayMissingShots } from '#domain/shots/shot-lists.ts';
import { listMissingShots, type ShotList } from '#domain/shots/shots.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface EndViewProps {
  readonly list: ShotList;
  readonly taken: ReadonlySet<string>;
  /** True while files are on their way. */
  readonly isComing: boolean;
  readonly onShoot: (key: string) => void;
  readonly onClose: () => void;
}

/** What the list has and lacks, after its last shot. */
export function EndView({ list, taken, isComing, onShoot, onClose }: EndViewProps) {
  const missing = listMissingShots(
    list,
    [...taken].map((shot) => ({ shot })),
  );
  const [first] = missing;
  const count = list.shots.length;
  return (
    <div className="grid min-h-0 flex-1 place-content-center gap-4 text-center">
      <p role="status" className="text-xl">
        {sayMissingShots(missing) ?? (count === 1 ? 'Poza e făcută' : `Ai toate cele ${count} poze`)}.
      </p>
      {isComing && (
        <p className="mx-auto max-w-md text-film-soft">
          Se trimit singure. Dacă închizi pagina, continuăm când o deschizi din nou.
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        {first && (
          <Button look="film" onClick={() => onShoot(first.key)}>
            Fotografiază ce lipsește
          </Button>
        )}
        <Button look="signal" autoFocus onClick={onClose}>
          Gata
        </Button>
      </div>
    </div>
  );
}
