import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Connection, endConnection } from '#contract/adverts/connections.ts';
import { PAGE_SITES, SITE_NAMES, type SiteName } from '#domain/adverts/sites.ts';
import { call } from '#web/api/call.ts';
import { connectionsQuery } from '#web/api/queries/connections-query.ts';
import { describeConnection } from '#web/features/settings/connections/connection-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';
import { Pill } from '#web/ui/pill.tsx';

interface ConnectionRowProps {
  readonly connection: Connection;
  /** True while the browser is on its way to the site. */
  readonly busy: boolean;
  readonly onEnd: () => void;
  /** Missing where no account can be linked. */
  readonly onLink?: () => void;
}

/** Returns what of a consent stands at the site, too. */
function describeRest(site: SiteName): string {
  if (site === 'woocommerce')
    return ' Cheia o poți șterge și din WordPress: WooCommerce › Setări › Avansat › REST API.';
  if (!(PAGE_SITES as readonly SiteName[]).includes(site)) return '';
  return ` Acordul dat Fotolotului îl poți retrage și la ${SITE_NAMES[site]}, din setările contului de acolo.`;
}

/** One linked account: whose, since when, and whether it can be used. */
export function ConnectionRow({ connection, busy, onEnd, onLink }: ConnectionRowProps) {
  const { id, site, seller, broken } = connection;
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call(endConnection, { params: { connectionId: id } }),
    onSuccess() {
      onEnd();
      showToast({
        text: `Contul ${seller} e deconectat.${describeRest(site)}`,
        timeout: 10_000,
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
  });
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {seller} {broken !== null && <Pill tone="danger">Nu mai merge</Pill>}
        </p>
        <p className="text-sm text-ink-soft">{describeConnection(connection)}</p>
      </div>
      {broken !== null && onLink && (
        <Button small busy={busy} aria-label={`Leagă din nou ${seller}`} onClick={onLink}>
          Leagă din nou
        </Button>
      )}
      <Button
        look="quiet"
        small
        busy={end.isPending}
        aria-label={`Deconectează ${seller}`}
        onClick={() => end.mutate()}
      >
        Deconectează
      </Button>
    </li>
  );
}
