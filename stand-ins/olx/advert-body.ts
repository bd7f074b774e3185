import * as z from 'zod';
import type { Advert } from './adverts.ts';
import { ApiRefusal } from './replies.ts';

/** Keys that only answers have. */
const OF_ANSWERS = ['id', 'status', 'url', 'created_at', 'activated_at', 'valid_to', 'moderation_reason'];
const KNOWN = [
  'title',
  'description',
  'category_id',
  'advertiser_type',
  'contact',
  'location',
  'attributes',
  'external_id',
  'external_url',
  'price',
  'salary',
  'courier',
  'product_safety_regulation',
  'images',
  'ad_delivery',
  'auto_extend_enabled',
];
const COMPOUND = 'compound forms expect an array or NULL on submission';
const UNKNOWN_FIELD = 'Error while decoding JSON data: Syntax error';
const INVALID = 'Data validation error occurred';

const body = z.object({
  title: z.string(),
  description: z.string(),
  category_id: z.int(),
  advertiser_type: z.enum(['private', 'business']),
  contact: z.strictObject({ name: z.string(), phone: z.string().optional() }),
  location: z.strictObject({
    city_id: z.int(),
    district_id: z.int().optional(),
    latitude: z.string().or(z.number()).optional(),
    longitude: z.string().or(z.number()).optional(),
  }),
  attributes: z.array(
    z.union([
      z.strictObject({ code: z.string(), value: z.string() }),
      z.strictObject({ code: z.string(), values: z.array(z.string()) }),
    ]),
  ),
  external_id: z.string().optional(),
  external_url: z.string().optional(),
  price: z
    .strictObject({
      value: z.number(),
      currency: z.string(),
      negotiable: z.boolean().optional(),
      trade: z.boolean().optional(),
      budget: z.boolean().optional(),
    })
    .optional(),
  salary: z.record(z.string(), z.unknown()).optional(),
  courier: z.boolean().optional(),
  product_safety_regulation: z.record(z.string(), z.unknown()).optional(),
  images: z.array(z.strictObject({ url: z.string() })).optional(),
  ad_delivery: z.strictObject({ delivery_package_ids: z.array(z.int()) }).optional(),
  auto_extend_enabled: z.boolean().optional(),
});
export type AdvertBody = z.infer<typeof body>;

/** Returns the body of a change. Throws the portal's refusals. */
export function readAdvertBody(text: string): AdvertBody {
  const sent = parseObject(text);
  const keys = Object.keys(sent);
  if (keys.some((key) => OF_ANSWERS.includes(key))) throw new ApiRefusal(400, COMPOUND);
  if (keys.some((key) => !KNOWN.includes(key))) throw new ApiRefusal(400, UNKNOWN_FIELD);
  const read = body.safeParse(sent);
  if (!read.success) {
    const validation = read.error.issues.map(({ path, message }) => refuseField(path.join('.'), message));
    throw new ApiRefusal(400, INVALID, { validation });
  }
  refuseTexts(read.data);
  return read.data;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const sent: unknown = JSON.parse(text);
    if (typeof sent === 'object' && sent !== null && !Array.isArray(sent))
      return sent as Record<string, unknown>;
  } catch {
    // It is refused below.
  }
  throw new ApiRefusal(400, UNKNOWN_FIELD);
}

function refuseField(field: string, detail: string) {
  return { field, title: 'Invalid value', detail };
}

/** Texts are validated anew at each change, also those that were written on the site. */
function refuseTexts({ title, description }: AdvertBody): void {
  const found = [
    ...listTextProblems(title, 'title', [16, 70]),
    ...listTextProblems(description, 'description', [80, 9000]),
  ];
  if (found.length > 0) throw new ApiRefusal(400, INVALID, { validation: found });
}

function listTextProblems(text: string, field: string, [least, most]: readonly [number, number]) {
  const letters = text.replace(/\P{L}/gu, '');
  const capitals = letters.replace(/\P{Lu}/gu, '').length;
  return [
    text.length < least &&
      refuseField(field, `This value is too short. It should have ${least} characters or more.`),
    text.length > most &&
      refuseField(field, `This value is too long. It should have ${most} characters or less.`),
    /\S@\S+\.\S|www\.|https?:/iu.test(text) && refuseField(field, 'This value may not contain an address.'),
    /(?:\+?4?0)(?:[ .-]?\d){9}/u.test(text) &&
      refuseField(field, 'This value may not contain a phone number.'),
    capitals * 2 > letters.length && refuseField(field, 'This value has too many capital letters.'),
    /([!?.,\-=+#%&@*_><:;()])\1\1/u.test(text) &&
      refuseField(field, 'This value has too many marks in a row.'),
  ].filter((problem) => problem !== false);
}

/** Changes the advert wholly: what the body leaves out is reset, but for the renewal by itself. */
export function applyBody(advert: Advert, sent: AdvertBody, images: Advert['images']): void {
  Object.assign(advert, {
    title: sent.title,
    description: sent.description,
    category_id: sent.category_id,
    advertiser_type: sent.advertiser_type,
    contact: sent.contact,
    location: { district_id: null, latitude: null, longitude: null, ...sent.location },
    attributes: sent.attributes.map((attribute) => ({
      code: attribute.code,
      value: 'value' in attribute ? attribute.value : null,
      values: 'values' in attribute ? attribute.values : null,
    })),
    external_id: sent.external_id ?? null,
    external_url: sent.external_url ?? null,
    price: sent.price === undefined ? null : { negotiable: null, trade: null, budget: null, ...sent.price },
    salary: sent.salary ?? null,
    courier: sent.courier ?? null,
    product_safety_regulation: sent.product_safety_regulation ?? null,
    // Whether dropping it resets the delivery is not known (presupus: it does).
    delivery_package_ids: sent.ad_delivery?.delivery_package_ids ?? [],
    images,
    ...(sent.auto_extend_enabled !== undefined && { auto_extend_enabled: sent.auto_extend_enabled }),
  });
}
