const headerLength = 5;

/** Messages that consist of fields: ErrorResponse and NoticeResponse. */
const fieldMessages: readonly (number | undefined)[] = [...Buffer.from('EN')];

/**
 * Checks that messages of PostgreSQL's wire protocol can be parsed in finite time. pg's parser reads the fields of an
 * ErrorResponse until it finds their end. If that is missing, it loops forever and blocks the process.
 * Source: PostgreSQL, "Message Formats".
 */
export class ErrorMessageCheck {
  private readonly header = Buffer.alloc(headerLength);
  private headerBytes = 0;
  /** Bytes of the current message's body that have not arrived. */
  private missing = 0;
  /** The two last bytes of the body so far. */
  private end = 0;

  /**
   * @param chunk the next bytes that the server has sent; messages may begin and end anywhere in it
   * @throws RangeError
   */
  check(chunk: Buffer): void {
    let offset = 0;
    while (offset < chunk.length) {
      const part = this.headerBytes < headerLength ? this.readHeader(chunk, offset) : this.readBody(chunk, offset);
      offset += part;
      if (this.headerBytes === headerLength && this.missing === 0) this.finish();
    }
  }

  private readHeader(chunk: Buffer, offset: number): number {
    const read = chunk.copy(this.header, this.headerBytes, offset);
    this.headerBytes += read;
    if (this.headerBytes < headerLength) return read;
    // The length counts itself, but not the type.
    this.missing = this.header.readUInt32BE(1) - (headerLength - 1);
    if (this.missing < 0) throw new RangeError('the server sent a message of an impossible length');
    return read;
  }

  private readBody(chunk: Buffer, offset: number): number {
    const read = Math.min(this.missing, chunk.length - offset);
    const last = offset + read;
    this.end = read > 1 ? chunk.readUInt16BE(last - 2) : ((this.end & 0xff) << 8) | chunk[last - 1]!;
    this.missing -= read;
    return read;
  }

  /** Each field ends with a zero byte, and so does their sequence. */
  private finish(): void {
    if (fieldMessages.includes(this.header[0]) && this.end !== 0) {
      throw new RangeError('the server sent an error message without an end');
    }
    this.headerBytes = 0;
    this.end = 0;
  }
}
