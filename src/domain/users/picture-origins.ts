/** Browsers and Node have it alike; the domain's types know neither. */
declare const URL: { parse(text: string): { readonly href: string } | null };

/** Origins of the hosted product's storage, where it keeps the photos of people's profiles. */
export const HOSTED_STORAGE: readonly string[] = [
  'https://firebasestorage.googleapis.com',
  'https://storage.googleapis.com',
];

/** True for an address at one of the origins („https://lh3.googleusercontent.com”), without a name or password in it. */
export function isPictureFrom(origins: readonly string[], url: string): boolean {
  // The address is compared as it is read: a name or a password would stand before the host.
  const href = URL.parse(url)?.href ?? '';
  return origins.some((origin) => href.startsWith(`${origin}/`));
}
