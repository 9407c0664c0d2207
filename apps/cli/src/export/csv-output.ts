/** Where an export writes. */
export interface CsvOutput {
  /** Waits until the output accepts more. @param text one character per byte */
  write(text: string): Promise<void>;
  /** Makes the complete output permanent. Must be called after the last write. */
  finish(): Promise<void>;
  /** Removes what was written, if that is possible. */
  discard(): Promise<void>;
}
