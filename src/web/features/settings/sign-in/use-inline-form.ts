import { useEffect, useRef, useState } from 'react';

/** A form that stands in for the button which opened it; closed, it gives the focus back to the button. */
export function useInlineForm() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { isOpen, setOpen, button };
}
