import { useState } from 'react';
import type { Connection, OfferedSite } from '#contract/adverts/connections.ts';
import { SITE_NAMES } from '#domain/adverts/sites.ts';
import { zipUrl } from '#web/api/file-urls.ts';
import { AccountForm, type OfferedFormSite } from '#web/shared/adverts/account-form.tsx';
import { nameLinking } from '#web/shared/adverts/link-words.ts';
import { useBeginConnection } from '#web/shared/adverts/use-begin-connection.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';

interface LinkAccountProps {
  readonly batchId: string;
  readonly sites: readonly OfferedSite[];
  /** The account that no longer counts; null: another one is linked. */
  readonly again: Connection | null;
  /** After an account was linked on this page. */
  readonly onLinked: () => void;
}

/** What linking an account means, and the ways to do it: the site's page of consent, which leads back to this lot, or a form. */
export function LinkAccount({ batchId, sites, again, onLinked }: LinkAccountProps) {
  const begin = useBeginConnection(batchId);
  const open = sites.filter(({ canConnect, site }) => canConnect && (again === null || again.site === site));
  const [first] = open;
  const [asked, setAsked] = useState<OfferedFormSite | null>(
    again !== null && first !== undefined && first.connectsBy !== 'page' ? first : null,
  );
  if (first === undefined) return <NoWay batchId={batchId} sites={sites} />;
  return (
    <div className="mt-5 flex flex-col gap-4">
      {again !== null && (
        <p className="font-medium">
          {again.broken?.reason === 'over'
            ? `Accesul dat de ${SITE_NAMES[again.site]} a trecut. Leagă contul din nou.`
            : `${SITE_NAMES[again.site]} nu mai dă acces Fotolotului. Leagă contul din nou.`}
        </p>
      )}
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>Fotolot citește anunțurile sau produsele tale și schimbă doar pozele celui pe care îl alegi.</li>
        <li>Nu publică, nu șterge, nu schimbă texte sau prețuri și nu citește mesaje.</li>
        <li>Pozele vechi le păstrăm șapte zile, ca să le poți pune la loc.</li>
      </ul>
      {asked !== null ? (
        <AccountForm
          offered={asked}
          known={again?.seller ?? ''}
          onLinked={onLinked}
          onCancel={() => setAsked(null)}
        />
      ) : (
        open.map((offered) => (
          <Button
            key={offered.site}
            wide
            busy={begin.isPending}
            onClick={() => (offered.connectsBy === 'page' ? begin.mutate(offered.site) : setAsked(offered))}
          >
            {again === null ? nameLinking(offered.site) : 'Leagă din nou'}
          </Button>
        ))
      )}
    </div>
  );
}

function NoWay({ batchId, sites }: Pick<LinkAccountProps, 'batchId' | 'sites'>) {
  const names = sites.map(({ site }) => SITE_NAMES[site]).join(', ');
  return (
    <div className="mt-5 flex flex-col gap-4">
      <p>
        {names} ia pozele de pe internet, iar Fotolot merge aici doar pe acest calculator. Descarcă fișierele
        și pune-le tu în anunț.
      </p>
      <a href={zipUrl(batchId)} download className={buttonClass({ wide: true })}>
        Descarcă tot (ZIP)
      </a>
    </div>
  );
}
