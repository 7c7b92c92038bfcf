import { ImagePlus } from 'lucide-react';
import { useState, type Ref } from 'react';
import { ACCEPTED } from './logo-file.ts';
import styles from './logo.module.css';

type DropZoneProps = {
  inputRef: Ref<HTMLInputElement>;
  /** Id of what says which files are accepted. */
  describedBy: string;
  onFile: (file: File) => void;
};

/** The browser's own file field, spread over the zone: it takes keys, touches, clicks and dropped files by itself. */
export function DropZone({ inputRef, describedBy, onFile }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  return (
    <label className={styles.zone} data-over={isOver || undefined}>
      <input
        ref={inputRef}
        type="file"
        accept={ACCEPTED}
        aria-describedby={describedBy}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onChange={({ target }) => {
          setOver(false);
          const [file] = target.files ?? [];
          // The same file again, once corrected, must be a choice too.
          target.value = '';
          if (file) onFile(file);
        }}
      />
      <ImagePlus aria-hidden="true" />
      <span>
        <strong>Choisir un fichier</strong>
        <span className={styles.drop}> ou le déposer ici</span>
      </span>
    </label>
  );
}
