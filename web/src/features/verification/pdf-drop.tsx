import { FileSearch } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { FileDrop } from '#ui/file-drop.tsx';
import { useDroppedFile } from '#ui/use-dropped-file.ts';
import styles from './pdf-drop.module.css';

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
