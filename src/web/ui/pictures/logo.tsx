/** Two overlapping frames and the name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg aria-hidden="true" viewBox="0 0 26 22" className="h-5.5 w-6.5" fill="none">
        <rect x="1.25" y="1.25" width="15" height="13" rx="3.5" stroke="currentColor" strokeWidth="2.5" />
        <rect x="8" y="6.5" width="17" height="14.5" rx="4" className="fill-signal" />
      </svg>
      <span className="font-display text-xl font-extrabold tracking-tight">fotolot</span>
    </span>
  );
}
