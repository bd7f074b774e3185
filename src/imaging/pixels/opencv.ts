/**
 * OpenCV as WebAssembly (@techstark/opencv-js, Apache-2.0: the project's own build). Loaded once, by the first step that needs it: 0.3 s
 * and 60–130 MB of the process. No threads, no ximgproc. Its memory is its own: whatever is made here must be deleted.
 */
import { createRequire } from 'node:module';

/** Anything that lives in OpenCV's memory. */
export interface Deletable {
  delete(): void;
}

/** `data…` are views of OpenCV's memory: they end when that memory grows, so read or copy them before the next call. */
export interface Mat extends Deletable {
  readonly rows: number;
  readonly cols: number;
  readonly data: Uint8Array;
  readonly data32S: Int32Array;
  readonly data32F: Float32Array;
  readonly data64F: Float64Array;
  channels(): number;
  type(): number;
  clone(): Mat;
  copyTo(target: Mat, mask?: Mat): void;
  convertTo(target: Mat, type: number, scale?: number, offset?: number): void;
  setTo(value: Scalar, mask?: Mat): void;
  roi(box: Rect): Mat;
}

export interface MatVector extends Deletable {
  size(): number;
  /** A new Mat, to be deleted by itself. */
  get(index: number): Mat;
  push_back(mat: Mat): void;
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Scalar = readonly [number, number, number, number];
export type CvSize = Pick<Rect, 'width' | 'height'>;
export type CvPoint = Pick<Rect, 'x' | 'y'>;

/** The part of OpenCV that is used; a new step adds its lines. Constants are read by name. */
export interface OpenCv {
  readonly Mat: {
    new (): Mat;
    new (rows: number, cols: number, type: number, value?: Scalar): Mat;
    zeros(rows: number, cols: number, type: number): Mat;
  };
  readonly MatVector: new () => MatVector;
  readonly CV_8UC1: number;
  readonly CV_8UC3: number;
  readonly CV_8UC4: number;
  readonly CV_16S: number;
  readonly CV_32F: number;
  readonly CV_32FC1: number;
  readonly CV_32SC1: number;
  readonly CV_32SC2: number;
  readonly CV_64F: number;
  readonly [constant: `COLOR_${string}` | `MORPH_${string}` | `THRESH_${string}`]: number;
  readonly [constant: `INTER_${string}` | `RETR_${string}` | `CHAIN_${string}`]: number;
  readonly [constant: `GC_${string}` | `ADAPTIVE_${string}` | `BORDER_${string}` | `DIST_${string}`]: number;
  matFromArray(rows: number, cols: number, type: number, values: ArrayLike<number>): Mat;
  setRNGSeed(seed: number): void;
  cvtColor(from: Mat, to: Mat, code: number): void;
  resize(from: Mat, to: Mat, size: CvSize, fx: number, fy: number, interpolation: number): void;
  GaussianBlur(from: Mat, to: Mat, kernel: CvSize, sigma: number): void;
  boxFilter(from: Mat, to: Mat, depth: number, kernel: CvSize): void;
  medianBlur(from: Mat, to: Mat, kernel: number): void;
  Sobel(from: Mat, to: Mat, depth: number, dx: number, dy: number, kernel?: number): void;
  Canny(from: Mat, to: Mat, low: number, high: number, aperture?: number): void;
  convertScaleAbs(from: Mat, to: Mat, scale?: number, offset?: number): void;
  threshold(from: Mat, to: Mat, at: number, most: number, type: number): number;
  adaptiveThreshold(
    from: Mat,
    to: Mat,
    most: number,
    method: number,
    type: number,
    block: number,
    c: number,
  ): void;
  getStructuringElement(shape: number, size: CvSize): Mat;
  morphologyEx(from: Mat, to: Mat, operation: number, kernel: Mat): void;
  erode(from: Mat, to: Mat, kernel: Mat): void;
  dilate(from: Mat, to: Mat, kernel: Mat): void;
  findContours(from: Mat, contours: MatVector, hierarchy: Mat, mode: number, method: number): void;
  contourArea(contour: Mat): number;
  arcLength(contour: Mat, closed: boolean): number;
  approxPolyDP(contour: Mat, to: Mat, epsilon: number, closed: boolean): void;
  convexHull(contour: Mat, to: Mat): void;
  boundingRect(contour: Mat): Rect;
  minAreaRect(contour: Mat): { center: CvPoint; size: CvSize; angle: number };
  connectedComponentsWithStats(
    from: Mat,
    labels: Mat,
    stats: Mat,
    centroids: Mat,
    neighbours: number,
  ): number;
  distanceTransform(from: Mat, to: Mat, type: number, mask: number): void;
  HoughLinesP(
    from: Mat,
    lines: Mat,
    rho: number,
    theta: number,
    votes: number,
    least?: number,
    gap?: number,
  ): void;
  getPerspectiveTransform(from: Mat, to: Mat): Mat;
  warpPerspective(from: Mat, to: Mat, matrix: Mat, size: CvSize, interpolation?: number): void;
  /** Mask values GC_BGD, GC_FGD, GC_PR_BGD, GC_PR_FGD; picture of three channels. */
  grabCut(
    picture: Mat,
    mask: Mat,
    box: Rect,
    background: Mat,
    object: Mat,
    iterations: number,
    mode: number,
  ): void;
  exceptionFromPtr(pointer: number): { readonly msg: string };
}

interface Module extends OpenCv {
  onRuntimeInitialized?: () => void;
  then?: unknown;
}

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

let loadedOpenCv: Promise<OpenCv> | undefined;

export function openCv(): Promise<OpenCv> {
  loadedOpenCv ??= loadOpenCv();
  return loadedOpenCv;
}

async function loadOpenCv(): Promise<OpenCv> {
  const before = EVENTS.map((event) => process.listeners(event as 'uncaughtException'));
  const cv = createRequire(import.meta.url)('@techstark/opencv-js') as Module;
  // It would turn every unhandled error of the process into its own abort.
  EVENTS.forEach((event, i) => {
    for (const listener of process.listeners(event as 'uncaughtException')) {
      if (!before[i].includes(listener)) process.off(event, listener);
    }
  });
  await new Promise<void>((resolve) => {
    cv.onRuntimeInitialized = resolve;
  });
  // It calls itself a promise that resolves with itself, so awaiting it would never end.
  delete cv.then;
  return cv;
}

/**
 * Runs `work` and deletes whatever it passed through `keep`, also when it throws. Returns plain data, never a Mat. OpenCV's own errors
 * are numbers: they come out as Errors with its words.
 */
export function withMats<T>(cv: OpenCv, work: (keep: <M extends Deletable>(made: M) => M) => T): T {
  const made: Deletable[] = [];
  try {
    return work((mat) => {
      made.push(mat);
      return mat;
    });
  } catch (error) {
    throw typeof error === 'number' ? new Error(cv.exceptionFromPtr(error).msg) : error;
  } finally {
    for (const mat of made) mat.delete();
  }
}
