import { Search } from 'lucide-react';

interface GallerySearchProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function GallerySearch({ label, value, onChange }: GallerySearchProps) {
  return (
    <div className="relative w-full sm:w-64">
      <Search
        aria-hidden
        size={17}
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-soft"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="input rounded-full pl-10"
      />
    </div>
  );
}
