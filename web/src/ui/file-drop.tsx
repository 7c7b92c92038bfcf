import type { LucideIcon } from 'lucide-react';
import { useState, type Ref } from 'react';
import styles from './file-drop.module.css';
import { Spinner } from './spinner.tsx';

type FileDropProps = {
  icon: LucideIcon;
  /** « Choisir un fichier » */
  label: string;
  /** What the field's `accept` says. */
  accept: string;
  inputRef?: Ref<HTMLInputElement>;
  /** Id of what says which files are accepted. */
  describedBy?: string;
  /** A file is held over the page, which takes it anywhere. */
  isOver?: boolean;
  loading?: boolean;
  onFile: (file: File) => void;
};

/** The browser's own file field, spread over the zone: it takes keys, touches, clicks and dropped files by itself. */
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
          // The same file again, once corrected, must be a choice too.
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
