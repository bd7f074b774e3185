import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection, Connections } from '#contract/adverts/connections.ts';
import type { Sending } from '#contract/adverts/sendings.ts';
import type { Batch } from '#contract/batches.ts';
import type { ConnectionOutcome } from '#domain/adverts/connection.ts';
import { isUnderWay } from '#domain/adverts/sending.ts';
import { PAGE_SITES, SITE_NAMES } from '#domain/adverts/sites.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { connectionsQuery } from '#web/api/queries/connections-query.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { sendingsQuery } from '#web/features/batches/advert/advert-queries.ts';
import { ArrangePictures } from '#web/features/batches/advert/arrange-pictures.tsx';
import { AccountChips, ChooseAdvert } from '#web/features/batches/advert/choose/choose-advert.tsx';
import { LinkAccount } from '#web/features/batches/advert/link-account.tsx';
import { isMadeFor } from '#web/features/batches/advert/picture-choice.ts';
import { SendingView } from '#web/features/batches/advert/sending-view.tsx';
import { describeTestMode, isLinkedSince } from '#web/features/batches/advert/sending-words.ts';
import { listSentFiles, tellAfter } from '#web/features/batches/advert/sent/whose-pictures.ts';
import { useSendings } from '#web/features/batches/advert/use-sendings.ts';
import { describeOutcome } from '#web/shared/adverts/outcome-words.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

interface AdvertSheetProps {
  readonly batch: Batch;
  readonly presets: readonly Preset[];
  /** How a visit to a site ended from which the browser has just come back. */
  readonly outcome: ConnectionOutcome | null;
  /** What was said of it counts no more. */
  readonly onForget: () => void;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** „Pune pozele în anunț”: the account, the advert, the pictures in their order, and what became of them. */
export function AdvertSheet({ batch, presets, outcome, onForget, open, onOpenChange }: AdvertSheetProps) {
  const connections = useQuery({ ...connectionsQuery, enabled: open });
  const sendings = useQuery({ ...sendingsQuery(batch.id), enabled: open });
  const test = describeTestMode(connections.data?.sites ?? []);
  return (
    <Dialog
      sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Pune pozele în anunț"
      description={
        test !== null && (
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <Pill tone="film">MOD TEST</Pill> {test}
          </p>
        )
      }
    >
      {outcome !== null && outcome !== 'linked' && (
        <p role="alert" className="mt-4 rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">
          {describeOutcome(outcome, SITE_NAMES[PAGE_SITES[0]])}
        </p>
      )}
      {connections.data && sendings.data && presets.length > 0 ? (
        <Steps
          batch={batch}
          presets={presets}
          linked={connections.data}
          sendings={sendings.data.sendings}
          isBack={outcome === 'linked'}
          onLinked={onForget}
        />
      ) : (connections.error ?? sendings.error) ? (
        <div className="mt-4">
          <ReadFailed query={connections.error ? connections : sendings} />
        </div>
      ) : (
        <div className="mt-4">
          <LoadingNote />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </Dialog>
  );
}

type Step =
  | { readonly kind: 'choose' }
  /** Another account, or one that no longer counts, after which its advert goes on. */
  | { readonly kind: 'link'; readonly again?: { readonly connectionId: string; readonly advertId: string } }
  | { readonly kind: 'arrange'; readonly advertId: string; readonly withoutUndo?: true }
  | { readonly kind: 'sending'; readonly id: string };

interface StepsProps {
  readonly batch: Batch;
  readonly presets: readonly Preset[];
  readonly linked: Connections;
  readonly sendings: readonly Sending[];
  /** True where the browser has just come back from a site's page on which an account was linked. */
  readonly isBack: boolean;
  /** After an account was linked here. */
  readonly onLinked: () => void;
}

/** What is under way or has just ended is shown first; a lot that was sent before goes on with its advert. */
function Steps({ batch, presets, linked, sendings, isBack, onLinked }: StepsProps) {
  const client = useQueryClient();
  const [latest] = sendings;
  const { connections } = linked;
  const usable = connections.filter(({ broken }) => broken === null);
  const [back] = useState(() => (isBack ? findNewest(connections) : undefined));
  const [wanted, setWanted] = useState(back?.id ?? latest?.connectionId ?? null);
  const connection =
    connections.find(({ id }) => id === wanted) ?? findFitting(batch, usable) ?? connections[0];
  const [step, setStep] = useState<Step>(() =>
    latest !== undefined && back !== undefined && isOther(back, latest)
      ? { kind: 'choose' }
      : beginAt(batch, sendings),
  );
  const showLinked = () => {
    // The form has read the accounts anew.
    const known = client.getQueryData(connectionsQuery.queryKey);
    setWanted(findNewest(known?.connections ?? connections)?.id ?? null);
    onLinked();
  };
  const { begin, undo, stop } = useSendings(batch.id, ({ id }) => setStep({ kind: 'sending', id }));
  const shown = step.kind === 'sending' ? sendings.find(({ id }) => id === step.id) : undefined;
  if (shown !== undefined) {
    const linkedAgain = usable.find((each) => isLinkedSince(each, shown));
    return (
      <SendingView
        key={shown.id}
        batch={batch}
        sending={shown}
        sendings={sendings}
        busy={begin.isPending || undo.isPending || stop.isPending}
        onStop={() => stop.mutate(shown.id)}
        onUndo={(of) => undo.mutate(of)}
        onAgain={() => {
          if (linkedAgain) setWanted(linkedAgain.id);
          setStep({ kind: 'arrange', advertId: shown.advert.id });
        }}
        onOther={() => setStep({ kind: 'choose' })}
        onWithoutUndo={() => setStep({ kind: 'arrange', advertId: shown.advert.id, withoutUndo: true })}
        isLinked={linkedAgain !== undefined}
        onLink={() => setStep(linkAgain(shown))}
      />
    );
  }
  const link = { batchId: batch.id, sites: linked.sites };
  if (step.kind === 'link' || connection === undefined) {
    const again = (step.kind === 'link' && step.again) || null;
    return (
      <LinkAccount
        {...link}
        again={connections.find(({ id }) => id === again?.connectionId) ?? null}
        onLinked={() => {
          showLinked();
          setStep(again === null ? { kind: 'choose' } : { kind: 'arrange', advertId: again.advertId });
        }}
      />
    );
  }
  const accounts = (
    <AccountChips connections={connections} connectionId={connection.id} onAccount={setWanted} />
  );
  if (connection.broken !== null)
    return (
      <div className="mt-4">
        {accounts}
        <LinkAccount key={connection.id} {...link} again={connection} onLinked={showLinked} />
      </div>
    );
  if (step.kind !== 'arrange')
    return (
      <ChooseAdvert
        accounts={accounts}
        site={connection.site}
        connectionId={connection.id}
        lastAdvertId={sendings.find(({ state }) => state === 'done')?.advert.id ?? null}
        onLink={() => setStep({ kind: 'link' })}
        onChoose={(advertId) => setStep({ kind: 'arrange', advertId })}
      />
    );
  return (
    <ArrangePictures
      batch={batch}
      presets={presets}
      connectionId={connection.id}
      advertId={step.advertId}
      site={connection.site}
      seller={connection.seller}
      before={listSentFiles(sendings, { site: connection.site, advertId: step.advertId })}
      busy={begin.isPending}
      onOther={() => setStep({ kind: 'choose' })}
      onSend={(asked) => begin.mutate({ ...asked, ...(step.withoutUndo && { withoutUndo: true }) })}
    />
  );
}

/** Returns an account at a site that the lot's files were made for, else the first. */
function findFitting(batch: Batch, usable: readonly Connection[]): Connection | undefined {
  return usable.find(({ site }) => isMadeFor(batch, site)) ?? usable[0];
}

function linkAgain({ connectionId, advert }: Sending): Step {
  return { kind: 'link', ...(connectionId !== null && { again: { connectionId, advertId: advert.id } }) };
}

/** Returns the account that was linked last. */
function findNewest(connections: readonly Connection[]): Connection | undefined {
  return connections.toSorted((a, b) => b.connectedAt.localeCompare(a.connectedAt))[0];
}

/** True for an account that was linked for another advert than that of a sending which is over. */
function isOther(account: Connection, sending: Sending): boolean {
  if (isUnderWay(sending.state) || account.id === sending.connectionId) return false;
  return sending.state !== 'failed' || !isLinkedSince(account, sending);
}

/** A lot that was made anew since begins with its advert's pictures. */
function beginAt(batch: Batch, sendings: readonly Sending[]): Step {
  const [latest] = sendings;
  if (latest === undefined || latest.state === 'stopped') return { kind: 'choose' };
  return latest.state === 'done' && tellAfter(latest, { batch, sendings }) === 'sent'
    ? { kind: 'arrange', advertId: latest.advert.id }
    : { kind: 'sending', id: latest.id };
}
