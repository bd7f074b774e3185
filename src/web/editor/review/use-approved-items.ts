import { useState } from 'react';
import { errorMessage } from '#web/api/api-error.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { buildSheetItem, listApprovals, type SheetItem } from '#web/editor/review/use-contact-sheet.ts';
import { takenIn } from '#web/editor/review/waiting.ts';
import { showToast } from '#web/ui/layers/toast.ts';

/** Returns the items approved before the start, and a way to take them back. `onWithdrawn`: these wait again. */
export function useApprovedItems(onWithdrawn: (items: readonly SheetItem[]) => void) {
  const editing = useEditing();
  const { source } = editing;
  const [withdrawing, setWithdrawing] = useState(false);
  const { cutouts, plated } = takenIn(editing);
  const withdraw = async (items: readonly SheetItem[]) => {
    setWithdrawing(true);
    const approvals = listApprovals(items);
    const plates = items
      .filter(({ kind }) => kind === 'plates')
      .map(({ photo }) => [photo.id, null] as const);
    try {
      if (approvals.length > 0) await source.takeBackApprovals?.(approvals);
      if (plates.length > 0) source.confirmPlates(Object.fromEntries(plates));
      onWithdrawn(items);
    } catch (error) {
      showToast({ text: errorMessage(error), negative: true });
    }
    setWithdrawing(false);
  };
  return {
    approved: [
      ...cutouts.map((photo) => buildSheetItem('cutout', photo)),
      ...plated.map((photo) => buildSheetItem('plates', photo)),
    ],
    withdrawing,
    withdraw,
  };
}
