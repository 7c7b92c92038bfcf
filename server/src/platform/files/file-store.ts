/** Durable storage: a folder (`adapters/files/files.ts`) or, for several machines, an S3 bucket (`files-s3.ts`). */
export type FileStore = {
  /** Durable and atomic once it resolves. A second call replaces. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Unverified bytes: for files that no row names. */
  read(key: string): Promise<Buffer>;
  /** Former versions of a file, newest first; none in a folder. */
  versions(key: string): AsyncIterable<Buffer>;
  /** Whether there is room for another document; a bucket only says so by refusing one. */
  hasRoom(): Promise<boolean>;
  /** In bytes; null when the file is missing. */
  size(key: string): Promise<number | null>;
  /** Names directly under a folder, files and folders, sorted; `[]` when there is none. */
  list(folder: string): Promise<string[]>;
  remove(key: string): Promise<void>;
  /** Removes everything under a folder (`statements/12`), named by a row or not. */
  removeFolder(folder: string): Promise<void>;
};

/** A file that a row names; `sha256` is hexadecimal, null for files older than its column. */
export type KeptFile = { key: string; sha256: string | null };

/** What was found instead of the original bytes: their SHA-256, or why they cannot be read. */
export type Damage = KeptFile & { found: string };

/** Storage of documents: verifies what a row names before it is returned (`files-verified.ts`, decision 0029). */
export type Files = Omit<FileStore, 'versions'> & {
  /** Verified bytes. Throws `document_damaged`, and reports the file, for other bytes or none. */
  get(file: KeptFile): Promise<Buffer>;
  /** Null when the file is intact. */
  damageOf(file: KeptFile): Promise<Damage | null>;
  /** Bytes with that hash in a former version of the file; null when the store has none. */
  copyOf(file: KeptFile): Promise<Buffer | null>;
};
