/** A text with credits in it: ∞ is for the eye, a screen reader says „nelimitat” in its place. */
export function CreditText({ children }: { readonly children: string }) {
  const [before, after] = children.split('∞');
  if (after === undefined) return children;
  return (
    <span>
      {before}
      <span aria-hidden>∞</span>
      <span className="sr-only">nelimitat</span>
      {after}
    </span>
  );
}
