/** The limits in a manifest. */
import type { ModelLimits, PlainLimits } from '#domain/photos/model-limits.ts';

const LARGEST_WEIGHT = 1000;

/**
 * Returns the known limits with those that the manifest's `limits` names in their place; a name that this version does not know counts for
 * nothing. Throws an error with a sentence for the operator when one is no number within its bounds.
 */
export function parseLimits(given: unknown, known: ModelLimits): ModelLimits {
  const fields = parseFields('limits', given);
  const { plain, ...numbers } = known;
  return {
    ...readNumbers('limits', fields, numbers),
    plain: readNumbers<PlainLimits>('limits.plain', parseFields('limits.plain', fields.plain), plain),
  };
}

function parseFields(name: string, given: unknown = {}): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Error(`${name} must be an object`);
  return given as Readonly<Record<string, unknown>>;
}

/** Returns `known` with the numbers of the same names in `fields`. */
function readNumbers<Numbers extends object>(
  place: string,
  fields: Readonly<Record<string, unknown>>,
  known: Numbers,
): Numbers {
  const entries = Object.entries(known).map(([name, usual]) => {
    const { [name]: value = usual } = fields;
    const most = name === 'doubtWeight' ? LARGEST_WEIGHT : 1;
    if (typeof value !== 'number' || !(value >= 0 && value <= most))
      throw new Error(`${place}.${name} must be a number from 0 to ${most}`);
    return [name, value] as const;
  });
  return Object.fromEntries(entries) as unknown as Numbers;
}
