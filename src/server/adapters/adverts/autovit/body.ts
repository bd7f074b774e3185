/**
 * Bodies that Autovit takes, built from an advert that was read just before. Whether a change may be partial is not known: it is sent whole,
 * and only with keys of a list.
 */

type Json = Readonly<Record<string, unknown>>;

const PLAIN = [
  'title',
  'description',
  'category_id',
  'region_id',
  'city_id',
  'district_id',
  'advertiser_type',
  // As it was read, to the last key: some of it cannot be changed a day after the advert was shown.
  'params',
  'brand_program_id',
  // Not among the documented keys; answers have it. A site that does not know it refuses, which loses nothing.
  'new_used',
] as const;
const COORDINATES = ['latitude', 'longitude', 'radius', 'zoom_level'] as const;

/** Returns the change of an advert that keeps all but its pictures; without a collection for the hash of what was seen. */
export function buildChange(advert: Json, collectionId: string | null): Json {
  const contact = asObject(advert.contact);
  const coordinates = pickKnown(asObject(advert.coordinates), COORDINATES);
  // Reading calls them otherwise than changing.
  const phones = contact.phones ?? contact.phone_numbers;
  return {
    ...pickKnown(advert, PLAIN),
    ...(Object.keys(coordinates).length > 0 && { coordinates }),
    contact: pickKnown({ person: contact.person, phones }, ['person', 'phones']),
    ...(collectionId !== null && { image_collection_id: collectionId }),
  };
}

/** Returns the body of a collection: addresses by number, from 1. */
export function buildCollection(addresses: readonly string[]): Json {
  return Object.fromEntries(addresses.map((address, at) => [String(at + 1), address]));
}

function pickKnown(from: Json, keys: readonly string[]): Json {
  return Object.fromEntries(
    keys.flatMap((key) => (from[key] === null || from[key] === undefined ? [] : [[key, from[key]]])),
  );
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}
