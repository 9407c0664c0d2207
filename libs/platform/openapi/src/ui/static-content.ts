import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Maximum bytes written per event-loop iteration, because copying a large body at once delays other requests. */
const sliceBytes = 262_144;

/** A constant response body in memory. */
export class StaticContent {
  private readonly bytes: Buffer;
  private readonly etag: string;
  private readonly headers: Readonly<Record<string, string>>;

  /**
   * @param type value of `Content-Type`
   * @param encoding value of `Content-Encoding`; undefined if the content is not encoded
   */
  constructor(type: string, content: string | Buffer, encoding?: string) {
    this.bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.etag = `"${createHash('sha256').update(this.bytes).digest('base64url')}"`;
    this.headers = {
      'Content-Type': type,
      ...(encoding && { 'Content-Encoding': encoding }),
      ETag: this.etag,
      // Browsers must revalidate their copy, because the next release has other content at the same path.
      'Cache-Control': 'no-cache',
    };
  }

  /** Responds to GET and HEAD: with 304 if `If-None-Match` is `*` or contains the ETag, otherwise with 200. */
  send(request: IncomingMessage, response: ServerResponse): void {
    for (const name in this.headers) response.setHeader(name, this.headers[name]!);
    // The header is not parsed, because parsing 4,000 tags takes 0.3 ms. A tag is a quoted hash, so no other tag contains it.
    const cached = request.headers['if-none-match'];
    if (cached === '*' || cached?.includes(this.etag)) return void response.writeHead(304).end();
    response.writeHead(200, { 'Content-Length': this.bytes.length });
    if (request.method === 'HEAD') response.end();
    else this.write(response, 0);
  }

  private write(response: ServerResponse, from: number): void {
    const slice = this.bytes.subarray(from, from + sliceBytes);
    const next = from + slice.length;
    if (next === this.bytes.length) return void response.end(slice);
    response.write(slice, (error) => {
      // An error means that the connection is closed.
      if (!error) setImmediate(() => this.write(response, next));
    });
  }
}
