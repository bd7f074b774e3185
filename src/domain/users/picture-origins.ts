/** Browsers and Node have it alike; the domain's types know neither. */
declare const URL: {
  parse(text: string): {
    readonly href: string;
    readonly origin: string;
    readonly username: string;
    readonly password: string;
  } | null;
};

/** Origins of the hosted product's storage, where it keeps the photos of people's profiles. */
export const HOSTED_STORAGE: readonly string[] = [
  'https://firebasestorage.googleapis.com',
  'https://storage.googleapis.com',
];

/** True for an address at one of the origins („https://lh3.googleusercontent.com”), without a name or password in it. */
export function isPictureOf(origins: readonly string[], url: string): boolean {
  const { origin = '', href, username, password } = URL.parse(url) ?? {};
  // A blob's origin is that of the page which made it.
  return (
    username === '' && password === '' && origins.includes(origin) && href?.startsWith(`${origin}/`) === true
  );
}
