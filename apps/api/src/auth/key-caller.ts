import type { VerifiedKey } from '@petstore/access-application';
import type { Caller } from '@petstore/http/context/caller';
import type { Deadline } from '@petstore/kernel';

/** The holder of a verified API key. */
export class KeyCaller implements Caller {
  constructor(private key: VerifiedKey) {}

  get id(): string {
    return this.key.apiKey.publicId;
  }

  /** @throws what VerifiedKey.confirm throws */
  confirm(deadline: Deadline): void | Promise<void> {
    const confirmed = this.key.confirm(deadline);
    if (confirmed instanceof Promise) return confirmed.then((key) => void (this.key = key));
  }
}
