/**
 * The live stream's patches: objects merge, everything else (arrays and null too) replaces. Only inside `results`, whose entries
 * come and go, null removes. Never changes `target`.
 */
export function mergePatch(target: unknown, patch: unknown, nullRemoves = false): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null && nullRemoves) delete result[name];
    else result[name] = mergePatch(result[name], value, name === 'results');
  }
  return result;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
