import { Check } from 'lucide-react';

export function CheckList({ lines, onFilm = false }: { lines: readonly string[]; onFilm?: boolean }) {
  return (
    <ul className="flex flex-col gap-2">
      {lines.map((line) => (
        <li key={line} className="flex gap-2.5">
          <Check
            aria-hidden
            size={18}
            className={`mt-1 shrink-0 ${onFilm ? 'text-film-signal' : 'text-signal-text'}`}
          />
          {line}
        </li>
      ))}
    </ul>
  );
}
