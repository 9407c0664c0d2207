import { hash, randomBytes } from 'node:crypto';
import { Cryptography } from '@petstore/access-domain';

export class NodeCryptography extends Cryptography {
  randomBytes(count: number): Uint8Array {
    return randomBytes(count);
  }

  sha256(text: string): string {
    return hash('sha256', text, 'hex');
  }
}
