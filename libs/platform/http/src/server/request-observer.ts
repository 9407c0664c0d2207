import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpError } from '../response/http-error.ts';

/** Who wants to know of every request, whoever answers it. */
export interface RequestWatcher {
  begun?(): void;
  /** The answer has ended, or the client went away before it did. */
  over(request: IncomingMessage, response: ServerResponse, milliseconds: number): void;
  /** It was refused before it had become a request. */
  unparsed(error: HttpError, requestId: string, socket: Duplex): void;
}

/** Makes no object and no closure per request: this is on the way of every one. */
export function watchRequests(server: Server, watcher: RequestWatcher): void {
  const begun = Symbol('begun');
  type Watched = ServerResponse & { [begun]: number };

  function onClose(this: Watched): void {
    watcher.over(this.req, this, performance.now() - this[begun]);
  }

  function onDispatch(_request: IncomingMessage, response: ServerResponse): void {
    (response as Watched)[begun] = performance.now();
    response.on('close', onClose);
    watcher.begun?.();
  }

  server.prependListener('dispatch', onDispatch);
  server.on('unparsed', watcher.unparsed);
}
