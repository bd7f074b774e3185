import { ListChecks } from 'lucide-react';
import { Suspense } from 'react';
import type { CameraProps } from '#web/features/upload/camera/use-shot-session.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { useHasOpened } from '#web/ui/use-has-opened.ts';

/** What sending needs comes with the camera: what fails without a connection, a browser may never fetch again. */
export const loadCamera = async () => {
  const [{ CameraDialog }] = await Promise.all([
    import('#web/features/upload/camera/camera-dialog.tsx'),
    import('#web/features/upload/queue/make-lot.ts'),
    import('#web/features/upload/queue/tus-upload.ts'),
    import('#web/features/upload/shrink/shrink-photo.ts'),
  ]);
  return CameraDialog;
};
const CameraDialog = createLazyPart(loadCamera);

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
