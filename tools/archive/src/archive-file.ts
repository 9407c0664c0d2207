/** A file of the archive. */
export interface ArchiveFile {
  /** Path in the archive, with slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly isExecutable?: true;
}
