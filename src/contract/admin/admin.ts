import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { instant } from '#contract/wire.ts';
import { FETCH_PROBLEMS, MODEL_REMARKS } from '#domain/photos/cutout-models.ts';
import { AUTO_REASONS } from '#domain/photos/model-pace.ts';

/** Result of trying a model of the operator. */
const tried = z.object({
  /** When it could not be read, all fields but `problem` are null. */
  name: z.nullable(z.string()),
  licence: z.nullable(z.string()),
  sha256: z.nullable(z.string()),
  /** For one picture. */
  milliseconds: z.nullable(z.number()),
  /** In English, for the operator; null when it works. */
  problem: z.nullable(z.string()),
  /** What the page says in its own words; `unlike` is said of a model that works. Missing for detectors of plates. */
  remark: z.optional(z.nullable(z.enum(MODEL_REMARKS))),
});

export type TriedModel = z.output<typeof tried>;

export const readModel = defineRoute({
  method: 'GET',
  path: '/api/admin/model',
  access: 'admin',
  summary:
    'The models that the operator brought, for cut-outs and for plates, tried now; null where there is none',
  out: z.object({ model: z.nullable(tried), plates: z.nullable(tried) }),
});

const figure = z.nullable(
  z.object({ value: z.number(), known: z.enum(['measured', 'published', 'estimated']) }),
);

/** The models that the server can fetch, and the state of the chosen one. */
const catalogueReply = z.object({
  /** False where the settings decide and admins can't. */
  isOpen: z.boolean(),
  state: z.enum(['off', 'own', 'refused', 'idle', 'fetching', 'waiting', 'here']),
  /** A key of the catalogue, `auto`, `off` or `own`. */
  choice: z.string(),
  /** Key of the model that the choice means. */
  chosen: z.nullable(z.string()),
  /** Key of the model that `auto` would mean on this server. */
  auto: z.nullable(z.string()),
  /** Why, and the seconds that a photo by the large one would take by the clock. Missing from a server of the version before. */
  autoReason: z.optional(
    z.nullable(z.object({ reason: z.enum(AUTO_REASONS), seconds: z.nullable(z.number()) })),
  ),
  /** Key of the model that cuts out now. */
  inUse: z.nullable(z.string()),
  doneBytes: z.int(),
  /** Why the last try failed; `detail` in English. */
  problem: z.nullable(z.object({ kind: z.enum(FETCH_PROBLEMS), detail: z.string() })),
  nextTryAt: z.nullable(instant),
  /** The chosen model's file was found damaged and removed, and is not here again yet. */
  wasDamaged: z.boolean(),
  /** Processor cores of the server. */
  cores: z.int(),
  models: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      licence: z.string(),
      sha256: z.string(),
      source: z.nullable(z.string()),
      bytes: z.int(),
      memoryBytes: figure,
      /** Seconds of one core for one photo. */
      coreSeconds: figure,
      isHere: z.boolean(),
    }),
  ),
});
export type CatalogueReply = z.output<typeof catalogueReply>;

export const readModels = defineRoute({
  method: 'GET',
  path: '/api/admin/models',
  access: 'admin',
  summary: 'The models that can be fetched to cut out with, the chosen one and how far it is',
  out: catalogueReply,
});

export const chooseModel = defineRoute({
  method: 'POST',
  path: '/api/admin/models',
  access: 'admin',
  summary:
    'Chooses the model to cut out with, auto or off; one that is not here is fetched, or tried again, at once',
  body: z.strictObject({ choice: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)) }),
  out: catalogueReply,
});
