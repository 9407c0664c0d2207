import type { IncomingMessage } from 'node:http';
import type { VerifiedKey } from '@petstore/access-application';
import type { ApiKey } from '@petstore/access-domain';
import type { Deadline } from '@petstore/kernel';

const caller = Symbol('caller');

interface Authenticated {
  [caller]?: VerifiedKey;
}

/** The key the guard let this request in with; nothing where none was asked for, or it was refused. */
export function callerOf(request: IncomingMessage): ApiKey | undefined {
  return (request as Authenticated)[caller]?.apiKey;
}

export function setCaller(request: IncomingMessage, key: VerifiedKey): true {
  (request as Authenticated)[caller] = key;
  return true;
}

/**
 * Verifies the caller's key again if its check is a second old; otherwise it returns at once.
 * @throws what VerifiedKey.confirm throws
 */
export function confirmCaller(request: IncomingMessage, deadline: Deadline): void | Promise<void> {
  const key = (request as Authenticated)[caller];
  const confirmed = key?.confirm(deadline);
  if (confirmed instanceof Promise) return confirmed.then((checked) => void setCaller(request, checked));
}
