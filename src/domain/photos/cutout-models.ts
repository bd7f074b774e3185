/** The models that cut objects out and that the server can fetch by itself: their source, their figures, their cost, their limits. */
import { ISNET_LIMITS, type ModelLimits, USUAL_LIMITS } from './model-limits.ts';

/** How a figure is known: measured by the project, published by others, or estimated because there is neither. */
type Known = 'measured' | 'published' | 'estimated';

export interface Figure {
  readonly value: number;
  readonly known: Known;
}

/** The fields that an image process reads, as they stand in model.json. */
export interface ModelManifest {
  readonly name: string;
  readonly licence: string;
  readonly file: string;
  readonly sha256: string;
  readonly input: number;
  readonly mean: readonly number[];
  readonly std: readonly number[];
  readonly activation: 'none' | 'sigmoid';
}

/** What is known of a model before it is tried here. */
export interface ModelFigures {
  /** Peak of the process that runs it. */
  readonly memoryBytes: Figure | null;
  /** Seconds of one core for one photo. */
  readonly coreSeconds: Figure | null;
}

/** A model, its file and the address of that. */
export interface FetchableModel extends ModelFigures {
  /** Name in CUTOUT_MODEL, for admins and for the folder. */
  readonly key: string;
  readonly manifest: ModelManifest;
  /** Key of a cheaper model that is fetched too, and asked of each photo whether it sees the same. */
  readonly witness?: string;
  /** Page of the project that made it. */
  readonly source: string | null;
  readonly address: string;
  readonly bytes: number;
  /** SHA-256 of other files with the same weights: what is known of the model holds for them too. */
  readonly alike?: readonly string[];
  /** What its word is worth; the usual limits where there are none. Never in model.json, so that older servers find theirs unchanged. */
  readonly limits?: ModelLimits;
}

const GB = 1_000_000_000;
const RELEASE = 'https://github.com/danielgatis/rembg/releases/download/v0.0.0';
const IMAGE_NET = { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] } as const;

export const CUTOUT_MODELS = [
  {
    key: 'u2netp',
    manifest: {
      name: 'U²-Net-P',
      licence: 'Apache-2.0',
      file: 'u2netp.onnx',
      sha256: '309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8',
      input: 320,
      ...IMAGE_NET,
      activation: 'none',
    },
    source: 'https://github.com/xuebinqin/U-2-Net',
    address: `${RELEASE}/u2netp.onnx`,
    bytes: 4_574_861,
    alike: ['ff6a56fc2f5968c29caa372a1ce6cca2cf7a70ef17cf9b048fbbb6ae84ef1231'],
    limits: USUAL_LIMITS,
    memoryBytes: { value: 0.8 * GB, known: 'measured' },
    // A look takes 0.3.
    coreSeconds: { value: 1.1, known: 'measured' },
  },
  {
    key: 'isnet-general-use',
    witness: 'u2netp',
    manifest: {
      name: 'IS-Net',
      licence: 'Apache-2.0',
      file: 'isnet-general-use.onnx',
      sha256: '60920e99c45464f2ba57bee2ad08c919a52bbf852739e96947fbb4358c0d964a',
      input: 1024,
      mean: [0.5, 0.5, 0.5],
      std: [1, 1, 1],
      activation: 'none',
    },
    source: 'https://github.com/xuebinqin/DIS',
    address: `${RELEASE}/isnet-general-use.onnx`,
    bytes: 178_648_008,
    // fp16, 88,188,479 bytes.
    alike: ['b6e8497ba978a6f5fbb647e419d2696cd80df5a23cb6a8ea532021911bd76acb'],
    limits: ISNET_LIMITS,
    // With its witness, between two photos too.
    memoryBytes: { value: 1.8 * GB, known: 'measured' },
    // With its witness. A look of each takes 2.1 (fp16) and 0.3.
    coreSeconds: { value: 3.6, known: 'measured' },
  },
] as const satisfies readonly FetchableModel[];

/** Returns the model of the catalogue whose weights this file has, or null. */
export function findModelByHash(sha256: string): FetchableModel | null {
  const hash = sha256.toLowerCase();
  const models: readonly FetchableModel[] = CUTOUT_MODELS;
  return models.find(({ manifest, alike = [] }) => [manifest.sha256, ...alike].includes(hash)) ?? null;
}

/**
 * What an operator should know of a model: `eight-bit` is refused, `noisy` leaves noise on plain ground, `unlike` answers otherwise than the
 * model whose limits it would have.
 */
export const MODEL_REMARKS = ['eight-bit', 'noisy', 'unlike'] as const;
export type ModelRemark = (typeof MODEL_REMARKS)[number];

/** A file that is not used, whatever the settings say. */
interface Refusal {
  readonly sha256: string;
  readonly remark: ModelRemark;
  /** For logs and commands. */
  readonly reason: string;
}

const REFUSED_FILES: readonly Refusal[] = [
  {
    sha256: '7001d60734fdc112dd9c062635fb59cd401fb82a9d4213134bce4dbd655c803a',
    remark: 'eight-bit',
    reason:
      'this file (IS-Net in eight bits, quint8) is refused: it took half as long again as fp16 where it was measured, and leaves noise; take fp16 or the official file',
  },
];

export function findRefusal(sha256: string): Refusal | null {
  return REFUSED_FILES.find((file) => file.sha256 === sha256.toLowerCase()) ?? null;
}

/** `auto` takes the large model where the machine has so much memory to spare and it pays (model-pace.ts), else the small one. */
export const AUTO = { large: 'isnet-general-use', small: 'u2netp', largeFromBytes: 6 * 1024 ** 3 } as const;
/** A large model that is here already stays down to this memory. */
export const AUTO_KEEPS_LARGE_FROM_BYTES = 3 * 1024 ** 3;

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/** Returns the pause after so many tries that failed: 1 min, then twice as long each time, 6 h at most. */
export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20));
}

/** Why a model is not here yet. */
export const FETCH_PROBLEMS = [
  'unreachable',
  'refused',
  'stalled',
  'cut-off',
  'wrong-size',
  'wrong-bytes',
  'insecure',
  'no-room',
  'disk',
] as const;
export type FetchProblem = (typeof FETCH_PROBLEMS)[number];
