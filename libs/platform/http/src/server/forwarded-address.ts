import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { ExpressApplication } from '../tuning/express-message-classes.ts';

/** An IP address, optionally with a port: a trusted proxy may forward text that its client chose. */
const addressForm = /^[\da-f:.[\]]{2,54}$/i;

/** The address of the client in `X-Forwarded-For`, by the `trust proxy` setting of Express; undefined if it is no address. */
export function forwardedAddress(application: ExpressApplication, request: IncomingMessage): string | undefined {
  // `ip` is a getter of Express. Express sets the prototype as well, but not before it handles the request.
  Object.setPrototypeOf(request, application.request);
  const { ip } = request as Request;
  return ip !== undefined && addressForm.test(ip) ? ip : undefined;
}
