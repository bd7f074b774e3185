import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** Returns the state of a button that shows the part right after it: closed by Escape, by a press elsewhere and when the focus leaves. */
export function useDisclosure() {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const handlePress = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', handlePress);
    return () => document.removeEventListener('pointerdown', handlePress);
  }, [open]);
  const boxProps = {
    ref: box,
    onBlur: (event: FocusEvent) => {
      if (event.relatedTarget && !box.current?.contains(event.relatedTarget)) setOpen(false);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !open) return;
      setOpen(false);
      button.current?.focus();
    },
  };
  const buttonProps = { ref: button, 'aria-expanded': open, onClick: () => setOpen(!open) };
  return { open, close: () => setOpen(false), boxProps, buttonProps };
}
