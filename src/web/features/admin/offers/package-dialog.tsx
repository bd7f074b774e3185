import type { CreditPackage } from '#contract/payments.ts';
import { PackageForm } from '#web/features/admin/offers/package-form.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';

interface PackageDialogProps {
  readonly open: boolean;
  /** The package to change; null for a new one. */
  readonly before: CreditPackage | null;
  readonly onClose: () => void;
  readonly onMade: (item: CreditPackage) => void;
}

export function PackageDialog({ open, before, onClose, onMade }: PackageDialogProps) {
  return (
    <Dialog
      sheet
      open={open}
      onOpenChange={onClose}
      title={before === null ? 'Pachet nou' : `Schimbă ${before.name}`}
    >
      <PackageForm key={before?.id} before={before} onMade={onMade} />
    </Dialog>
  );
}
