import type { Connections } from '#contract/adverts/connections.ts';
import { SITE_NAMES } from '#domain/adverts/sites.ts';
import { zipUrl } from '#web/api/file-urls.ts';
import { useBeginConnection } from '#web/shared/adverts/use-begin-connection.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';

interface LinkAccountProps {
  readonly batchId: string;
  readonly offered: Connections['sites'][number];
  /** True where an account was linked and no longer counts. */
  readonly isAgain: boolean;
}

/** What linking an account means, and the way to the site's page of consent; it leads back to this lot. */
export function LinkAccount({ batchId, offered, isAgain }: LinkAccountProps) {
  const begin = useBeginConnection(batchId);
  const { site, canConnect } = offered;
  const name = SITE_NAMES[site];
  if (!canConnect)
    return (
      <div className="mt-5 flex flex-col gap-4">
        <p>
          {name} ia pozele de pe internet, iar Fotolot merge aici doar pe acest calculator. Descarcă fișierele
          și pune-le tu în anunț.
        </p>
        <a href={zipUrl(batchId)} download className={buttonClass({ wide: true })}>
          Descarcă tot (ZIP)
        </a>
      </div>
    );
  return (
    <div className="mt-5 flex flex-col gap-4">
      {isAgain && <p className="font-medium">{name} nu mai dă acces Fotolotului. Leagă contul din nou.</p>}
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>Fotolot citește anunțurile tale și schimbă doar pozele anunțului pe care îl alegi.</li>
        <li>Nu publică, nu șterge, nu schimbă texte sau prețuri și nu citește mesaje.</li>
        <li>Pozele vechi le păstrăm șapte zile, ca să le poți pune la loc.</li>
      </ul>
      <Button
        wide
        busy={begin.isPending}
        onClick={() => offered.connectsBy === 'page' && begin.mutate(offered.site)}
      >
        {isAgain ? 'Leagă din nou' : `Leagă contul ${name}`}
      </Button>
    </div>
  );
}
