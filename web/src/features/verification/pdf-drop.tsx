import { FileSearch } from 'lucide-react';
import { useId, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { FileDrop } from '#ui/file-drop.tsx';
import styles from './pdf-drop.module.css';

/**
 * Handles a file dropped anywhere on the page: otherwise the browser would leave the page and open it. Returns whether
 * a file is being dragged over the window.
 */
function useDroppedFile(onDrop: (file: File) => void): boolean {
  const [isDragging, setDragging] = useState(false);
  const take = useEffectEvent(onDrop);
  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      // Null when the pointer leaves the window, not when it passes from one element to another.
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setDragging(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file) take(file);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return isDragging;
}

type PdfDropProps = {
  title: string;
  /** What the page does with the file, which stays in the browser. */
  help: ReactNode;
  loading: boolean;
  onFile: (file: File) => void;
  /** The result, announced when it arrives. */
  children: ReactNode;
};

/** A drop zone for a received PDF, which accepts drops anywhere on the page. */
export function PdfDrop({ title, help, loading, onFile, children }: PdfDropProps) {
  const [titleId, helpId] = [useId(), useId()];
  const isDragging = useDroppedFile(onFile);
  return (
    <section className={styles.check} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p id={helpId}>{help}</p>
      <FileDrop
        icon={FileSearch}
        label="Choisir un PDF"
        accept="application/pdf,.pdf"
        describedBy={helpId}
        isOver={isDragging}
        loading={loading}
        onFile={onFile}
      />
      <div aria-live="polite">{children}</div>
    </section>
  );
}
