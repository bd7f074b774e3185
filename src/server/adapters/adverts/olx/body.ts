/**
 * The body of a change at OLX, built from an advert that was read just before. The site has no change of pictures alone: what is left out
 * is reset, and what only its answers have is refused. So keys go through a list.
 */

type Json = Readonly<Record<string, unknown>>;

const REQUIRED = ['title', 'description', 'category_id', 'advertiser_type'] as const;
/** Sent where the answer has a value. */
const OPTIONAL = ['external_id', 'external_url', 'salary', 'courier', 'product_safety_regulation'] as const;
const NESTED = {
  contact: ['name', 'phone'],
  location: ['city_id', 'district_id', 'latitude', 'longitude'],
  price: ['value', 'currency', 'negotiable', 'trade', 'budget'],
} as const;

export function buildChange(advert: Json, addresses: readonly string[]): Json {
  const contact = asObject(advert.contact);
  // One page of the documentation has the place inside the contact.
  const location = asObject(advert.location ?? contact.location);
  const price = pickKnown(asObject(advert.price), NESTED.price);
  const packages = asObject(advert.ad_delivery).delivery_package_ids;
  return {
    ...pickKnown(advert, REQUIRED),
    ...pickKnown(advert, OPTIONAL),
    contact: pickKnown(contact, NESTED.contact),
    location: pickKnown(location, NESTED.location),
    ...(Object.keys(price).length > 0 && { price }),
    attributes: asList(advert.attributes).flatMap((attribute) => toSentAttribute(asObject(attribute))),
    ...(Array.isArray(packages) &&
      packages.length > 0 && { ad_delivery: { delivery_package_ids: packages } }),
    images: addresses.map((url) => ({ url })),
  };
}

/** Returns the change without the address of the advert elsewhere, which not every partner may send. */
export function withoutExternalUrl({ external_url: _, ...change }: Json): Json {
  return change;
}

/** An attribute goes back under the key that it came under, as text; its empty twin is dropped. */
function toSentAttribute({ code, value, values }: Json): Json[] {
  if (typeof code !== 'string') return [];
  if (value !== null && value !== undefined) return [{ code, value: String(value) }];
  return Array.isArray(values) ? [{ code, values: values.map(String) }] : [];
}

function pickKnown(from: Json, keys: readonly string[]): Json {
  return Object.fromEntries(
    keys.flatMap((key) => (from[key] === null || from[key] === undefined ? [] : [[key, from[key]]])),
  );
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
