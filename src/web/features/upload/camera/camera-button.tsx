import { ListChecks } from 'lucide-react';
import { Suspense } from 'react';
import type { useUploadBatch } from '#web/features/upload/use-upload-batch.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { useHasOpened } from '#web/ui/use-has-opened.ts';

export const loadCamera = async () =>
  (await import('#web/features/upload/camera/camera-dialog.tsx')).CameraDialog;
const CameraDialog = createLazyPart(loadCamera);

export interface CameraProps {
  /** Null until the batch exists. */
  readonly batchId: string | null;
  readonly batch: ReturnType<typeof useUploadBatch>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Opens the guided shots. */
export function CameraButton(props: CameraProps) {
  const hasOpened = useHasOpened(props.open);
  return (
    <>
      <Button look="quiet" small onClick={() => props.onOpenChange(true)}>
        <ListChecks aria-hidden size={16} />
        Poze ghidate
      </Button>
      {hasOpened && (
        <Suspense>
          <CameraDialog {...props} />
        </Suspense>
      )}
    </>
  );
}
