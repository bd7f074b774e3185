/** The user document: what a signed-in person's screen lives from. */
export const ROLES = ['user', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Admin is true if the admin claim is true or the role claim is admin. */
export function isAdmin(claims: { admin?: boolean; role?: string }): boolean {
  return claims.admin === true || claims.role === 'admin';
}

/** As the database (Date) or the wire (ISO text) has it. */
export type Instant = Date | string;

/** Legacy fields are read where the current field is missing or null. */
export function currentOrLegacy<T>(current: T | null | undefined, legacy: T | null | undefined): T | null {
  return current ?? legacy ?? null;
}

/** Null also for what is no instant at all. */
export function toDateOrNull(value: Instant | null): Date | null {
  if (value === null) return null;
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
