import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Connection, endConnection } from '#contract/adverts/connections.ts';
import { SITE_NAMES } from '#domain/adverts/sites.ts';
import { formatDay } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { connectionsQuery } from '#web/api/queries/connections-query.ts';
import { BREAK_WORDS } from '#web/features/settings/connections/connection-words.ts';
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

/** One linked account: whose, since when, and whether it can be used. */
export function ConnectionRow({ connection, busy, onEnd, onLink }: ConnectionRowProps) {
  const { id, site, seller, connectedAt, broken } = connection;
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call(endConnection, { params: { connectionId: id } }),
    onSuccess() {
      onEnd();
      showToast({
        text: `Contul ${seller} e deconectat. Acordul dat Fotolotului îl poți retrage și la ${SITE_NAMES[site]}, din setările contului de acolo.`,
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
        <p className="text-sm text-ink-soft">
          {broken === null
            ? `${SITE_NAMES[site]} · legat din ${formatDay(new Date(connectedAt))}`
            : `${BREAK_WORDS[broken.reason]} Din ${formatDay(new Date(broken.since))}.`}
        </p>
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
