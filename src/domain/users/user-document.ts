/** The user document: what a signed-in person's screen lives from. */
export const ROLES = ['user', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Admin is true if the admin claim is true or the role claim is admin. */
export function isAdmin(claims: { admin?: boolean; role?: string }): boolean {
  return claims.admin === true || claims.role === 'admin';
}
