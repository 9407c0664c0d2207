import type { Duplex } from 'node:stream';
import type { Connection } from 'pg';

type Listener = (chunk: Buffer) => void;

/** pg's connection with the method that connects the stream to pg's parser. The types of pg lack this method. */
interface ParsedConnection {
  attachListeners(stream: { on(event: string, listener: Listener): unknown }): void;
}

/**
 * Destroys the connection's stream when a malformed message arrives. pg would throw the parser's error as an uncaught exception.
 * With this function, the running statement or the call of `connect` fails with the error.
 * @param connection connection that is not connected yet
 */
export function closeOnProtocolError(connection: Connection): void {
  const parsed = connection as unknown as ParsedConnection;
  const attach = parsed.attachListeners.bind(connection);
  // pg calls `attachListeners` with the plain or with the encrypted stream.
  parsed.attachListeners = (stream) =>
    attach({
      on: (event, listener) =>
        stream.on(event, event === 'data' ? destroyOnError(stream as Duplex, listener) : listener),
    });
}

function destroyOnError(stream: Duplex, parse: Listener): Listener {
  const messages = new FieldMessageValidator();
  return (chunk) => {
    // A destroyed stream can still deliver buffered data.
    if (stream.destroyed) return;
    try {
      messages.validate(chunk);
      parse(chunk);
    } catch (error) {
      stream.destroy(error as Error);
    }
  };
}

/** Bytes: one for the type and four for the length. */
const headerLength = 5;

/** Types of the messages that consist of fields: ErrorResponse and NoticeResponse. */
const fieldMessages: readonly number[] = [...Buffer.from('EN')];

/**
 * Validates that the list of fields of every ErrorResponse and NoticeResponse ends with a zero byte. pg's parser reads fields
 * until it finds this byte. If the byte is missing, the parser loops forever and blocks the process.
 * Source: PostgreSQL, "Message Formats".
 */
export class FieldMessageValidator {
  private readonly header = Buffer.alloc(headerLength);
  private headerBytes = 0;
  /** Bytes of the message body that have not arrived yet. */
  private missing = 0;
  /** The last two bytes of the body that have arrived, as a 16-bit integer. */
  private end = 0;

  /**
   * @param chunk the next bytes from the server; a message may start and end at any position
   * @throws RangeError if a message is malformed
   */
  validate(chunk: Buffer): void {
    let offset = 0;
    while (offset < chunk.length) {
      offset += this.headerBytes < headerLength ? this.readHeader(chunk, offset) : this.readBody(chunk, offset);
      if (this.headerBytes < headerLength || this.missing > 0) continue;
      // Each field ends with a zero byte, and the list of fields ends with another one.
      if (fieldMessages.includes(this.header[0]!) && this.end !== 0) {
        throw new RangeError('the server sent an error message without its terminator');
      }
      this.headerBytes = 0;
      this.end = 0;
    }
  }

  private readHeader(chunk: Buffer, offset: number): number {
    const read = chunk.copy(this.header, this.headerBytes, offset);
    this.headerBytes += read;
    // The length includes its own bytes, but not the type.
    if (this.headerBytes === headerLength) this.missing = this.header.readUInt32BE(1) - (headerLength - 1);
    if (this.missing < 0) throw new RangeError('the server sent a message with an invalid length');
    return read;
  }

  private readBody(chunk: Buffer, offset: number): number {
    const read = Math.min(this.missing, chunk.length - offset);
    const last = offset + read;
    this.end = read > 1 ? chunk.readUInt16BE(last - 2) : ((this.end & 0xff) << 8) | chunk[last - 1]!;
    this.missing -= read;
    return read;
  }
}
