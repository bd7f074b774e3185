/** JPEG quality of a frame of the video. */
const QUALITY = 0.94;

/** What TypeScript's DOM lacks: the still camera behind a video track. */
interface StillCamera {
  getPhotoCapabilities(): Promise<{ readonly imageWidth?: Range; readonly imageHeight?: Range }>;
  takePhoto(settings?: { imageWidth: number; imageHeight: number }): Promise<Blob>;
}

interface Range {
  readonly max: number;
}

/** Takes a picture: by the still camera where it gives a larger one, else the video's frame. Rejects when neither gives one. */
export async function takePicture(video: HTMLVideoElement, track: MediaStreamTrack): Promise<Blob> {
  return (await takeStill(video, track).catch(() => null)) ?? drawFrame(video);
}

async function takeStill(video: HTMLVideoElement, track: MediaStreamTrack): Promise<Blob | null> {
  const { ImageCapture: Camera } = window as { ImageCapture?: new (of: MediaStreamTrack) => StillCamera };
  if (Camera === undefined) return null;
  const camera = new Camera(track);
  const { imageWidth, imageHeight } = await camera.getPhotoCapabilities();
  const [width, height] = [imageWidth?.max ?? 0, imageHeight?.max ?? 0];
  if (width * height <= video.videoWidth * video.videoHeight) return null;
  const photo = await camera.takePhoto({ imageWidth: width, imageHeight: height });
  return photo.type === 'image/jpeg' ? photo : null;
}

function drawFrame(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No frame'))), 'image/jpeg', QUALITY);
  });
}
