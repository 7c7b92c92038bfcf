import type { LucideIcon } from 'lucide-react';
import { useState, type Ref } from 'react';
import styles from './file-drop.module.css';
import { Spinner } from './progress-bar.tsx';

type FileDropProps = {
  icon: LucideIcon;
  /** « Choisir un fichier » */
  label: string;
  /** The field's `accept`. */
  accept: string;
  inputRef?: Ref<HTMLInputElement>;
  /** Id of the text that lists the accepted files. */
  describedBy?: string;
  /** A file is being dragged over the page, which accepts it anywhere. */
  isOver?: boolean;
  loading?: boolean;
  onFile: (file: File) => void;
};

/**
 * The browser's own file field, stretched over the zone: it handles keys, touches, clicks and dropped files by itself.
 */
export function FileDrop({ icon: Icon, label, inputRef, describedBy, loading = false, ...props }: FileDropProps) {
  const [isOverZone, setOver] = useState(false);
  const isOver = isOverZone || props.isOver;
  return (
    <label className={styles.zone} data-over={isOver || undefined} aria-busy={loading || undefined}>
      <input
        ref={inputRef}
        type="file"
        accept={props.accept}
        aria-describedby={describedBy}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onChange={({ target }) => {
          setOver(false);
          const [file] = target.files ?? [];
          // Choosing the same file again, once corrected, must fire a change too.
          target.value = '';
          if (file) props.onFile(file);
        }}
      />
      {loading ? <Spinner /> : <Icon aria-hidden="true" />}
      <span>
        <strong>{label}</strong>
        <span className={styles.drop}> ou le déposer ici</span>
      </span>
    </label>
  );
}
