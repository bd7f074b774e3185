import * as z from 'zod';
import type { Advert, Photos } from './adverts.ts';
import { ApiRefusal, refuseFields } from './replies.ts';

/** What a change takes; `new_used` is presupus, the others are documented. */
const body = z.object({
  title: z.string().min(1),
  description: z.string().min(30),
  category_id: z.int(),
  region_id: z.int(),
  city_id: z.int(),
  district_id: z.int().optional(),
  coordinates: z
    .strictObject({
      latitude: z.string().or(z.number()),
      longitude: z.string().or(z.number()),
      radius: z.number().optional(),
      zoom_level: z.number().optional(),
    })
    .optional(),
  advertiser_type: z.enum(['private', 'business']),
  contact: z.strictObject({ person: z.string(), phones: z.array(z.string()) }),
  params: z.record(z.string(), z.unknown()),
  new_used: z.enum(['new', 'used']).optional(),
  brand_program_id: z.int().optional(),
  image_collection_id: z.string().or(z.int()).optional(),
});
export type AdvertBody = z.infer<typeof body>;

/** On the sister site these stay as they are a day after the advert is shown. */
const FIXED = ['make', 'model', 'year'];

/** Returns the body of a change. Throws the site's refusals; their words are presupuse. */
export function readAdvertBody(text: string, advert: Advert): AdvertBody {
  const sent = parseObject(text);
  const strange = Object.keys(sent).find((key) => !(key in body.shape));
  if (strange !== undefined) throw new ApiRefusal(400, `Unexpected field "${strange}"`);
  const read = body.safeParse(sent);
  if (!read.success) {
    const found = read.error.issues.map(({ path, message }) => [path.join('.'), [message]]);
    throw refuseFields(Object.fromEntries(found));
  }
  for (const key of FIXED)
    if (read.data.params[key] !== advert.params[key])
      throw refuseFields({ params: { [key]: 'This value can no longer be changed.' } });
  return read.data;
}

export function parseObject(text: string): Record<string, unknown> {
  try {
    const sent: unknown = JSON.parse(text);
    if (typeof sent === 'object' && sent !== null && !Array.isArray(sent))
      return sent as Record<string, unknown>;
  } catch {
    // It is refused below.
  }
  throw new ApiRefusal(400, 'The body is not an object');
}

/** Changes the advert wholly: what the body leaves out is reset (presupus: whether a change may be partial is not known). */
export function applyBody(advert: Advert, sent: AdvertBody, photos: Photos): void {
  Object.assign(advert, {
    ...sent,
    district_id: sent.district_id ?? null,
    coordinates: sent.coordinates ?? null,
    new_used: sent.new_used ?? null,
    brand_program_id: sent.brand_program_id ?? null,
    image_collection_id: sent.image_collection_id === undefined ? null : String(sent.image_collection_id),
    photos,
  });
}
