/** Returns the page that asks for the code of a second factor; `redirect`: where the person wants to go after it. */
export function codePath(redirect: string | null): string {
  return `/login?${new URLSearchParams({ step: 'code', ...(redirect && { redirect }) })}`;
}
