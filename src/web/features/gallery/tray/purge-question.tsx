import { formatCount, NOUNS } from '#domain/language/plural.ts';
import type { GalleryActions, PendingDeletion } from '#web/features/gallery/tray/use-gallery-actions.ts';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';

interface PurgeQuestionProps {
  readonly pendingDeletion: PendingDeletion;
  readonly actions: GalleryActions;
}

/** Asks before photos are deleted from the trash for good, and says how many. */
export function PurgeQuestion({ pendingDeletion: { photoIds, isAll }, actions }: PurgeQuestionProps) {
  const n = photoIds.length;
  const close = () => actions.requestDeletion(null);
  return (
    <AlertDialog
      open
      title={isAll ? 'Golești coșul?' : `Ștergi definitiv ${formatCount(n, NOUNS.photo)}?`}
      body={
        <p>
          {isAll && `În coș ${n === 1 ? 'e' : 'sunt'} ${formatCount(n, NOUNS.photo)}. `}
          {n === 1 ? 'Se șterge cu rezultatele ei' : 'Se șterg cu rezultatele lor'}, pentru totdeauna: nu mai{' '}
          {n === 1 ? 'poate fi adusă' : 'pot fi aduse'} înapoi.
        </p>
      }
      confirm={isAll ? 'Golește coșul' : 'Șterge definitiv'}
      cancel={n === 1 ? 'Păstreaz-o' : 'Păstrează-le'}
      danger
      busy={actions.purge.isPending}
      onConfirm={() => actions.purge.mutate(photoIds)}
      onCancel={close}
    />
  );
}
