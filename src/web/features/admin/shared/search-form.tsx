import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/fields/button.tsx';

interface SearchFormProps {
  readonly search: string;
  readonly label: string;
  readonly placeholder: string;
  readonly onSearch: (search: string) => void;
}

/** Asks the server when it is sent. Another search, of the address, comes into the field, which keeps the focus. */
export function SearchForm({ search, label, placeholder, onSearch }: SearchFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current !== null) field.current.value = search;
  }, [search]);
  return (
    <form
      className="mt-6 flex gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(String(new FormData(event.currentTarget).get('q') ?? '').trim());
      }}
    >
      <div className="relative min-w-0 flex-1 sm:max-w-96">
        <Search
          aria-hidden
          size={17}
          className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-soft"
        />
        <input
          ref={field}
          type="search"
          name="q"
          defaultValue={search}
          maxLength={254}
          aria-label={label}
          placeholder={placeholder}
          className="input rounded-full pl-10"
        />
      </div>
      <Button type="submit" look="quiet">
        Caută
      </Button>
    </form>
  );
}
