import { Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, type ButtonLook } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';
import { Pill } from '#web/ui/pill.tsx';
import { canShareFiles, explainSaveError, fetchFiles, getSaveLabel, nextTen } from '#web/ui/share-files.ts';

interface SaveToPhoneProps extends ButtonLook {
  /** Addresses that answer with an attachment, which says its own name. */
  readonly files: readonly string[];
  /** Key of the set of files, when there are several. */
  readonly of?: string | null;
}

/**
 * „Salvează în telefon”: the system's own sheet takes ten files at a time, each ten by a press of their own. A phone on which the press
 * grew old while the files came needs another one.
 */
export function SaveToPhone({ files, of = null, ...look }: SaveToPhoneProps) {
  const [possible] = useState(canShareFiles);
  const [saved, setSaved] = useState(0);
  const [busy, setBusy] = useState(false);
  const ready = useRef<{ readonly key: string; readonly files: File[] } | null>(null);
  const list = files.join(' ');
  const [counted, setCounted] = useState(list);
  if (counted !== list) {
    setCounted(list);
    setSaved(0);
  }
  if (!possible || files.length === 0) return null;
  const ten = nextTen(files, saved);
  const share = async () => {
    setBusy(true);
    try {
      const key = ten.join(' ');
      if (ready.current?.key !== key) ready.current = { key, files: await fetchFiles(ten) };
      await navigator.share({ files: ready.current.files });
      ready.current = null;
      setSaved(saved + ten.length < files.length ? saved + ten.length : 0);
    } catch (error) {
      const failure = explainSaveError(error);
      if (failure !== null) showToast(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button {...look} busy={busy} onClick={() => void share()}>
      <Smartphone aria-hidden size={18} /> {getSaveLabel(busy, saved, { ten: ten.length, all: files.length })}{' '}
      {of !== null && <Pill>{of}</Pill>}
    </Button>
  );
}
