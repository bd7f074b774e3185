import {
  endResultLink,
  makeResultLink,
  RESULTS_PAGE,
  readResultLink,
} from '#contract/phones/result-links.ts';
import { formatHour } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { LotLink } from '#web/shared/phones/lot-link.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';

interface PhoneResultsDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly batchId: string;
}

/** The link by which a phone takes the batch's results: its code, who opened it, and its end. */
export function PhoneResultsDialog({ open, onOpenChange, batchId }: PhoneResultsDialogProps) {
  const params = { batchId };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Continuă pe telefon"
      description="Scanează codul cu camera telefonului: fișierele gata ale lotului se văd acolo și intră în galerie, fără să intri în cont."
    >
      <div className="mt-5 flex flex-col gap-4">
        <LotLink
          open={open}
          queryKey={keys.resultLink(batchId)}
          page={RESULTS_PAGE}
          read={(signal) => call(readResultLink, { params }, { signal })}
          make={() => call(makeResultLink, { params })}
          end={(resultLinkId) => call(endResultLink, { params: { resultLinkId } })}
          describe={describeLink}
          over="Linkul nu mai este bun."
        />
      </div>
    </Dialog>
  );
}

function describeLink({ endsAt, device }: { endsAt: string; device: string | null }): string {
  const until = `Merge până la ${formatHour(new Date(endsAt))}.`;
  return device === null ? `${until} Nu l-a deschis încă niciun telefon.` : `${until} Deschis pe ${device}.`;
}
