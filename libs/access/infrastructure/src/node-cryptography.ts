import { createHash, randomBytes } from 'node:crypto';
import { Cryptography } from '@petstore/access-domain';

export class NodeCryptography extends Cryptography {
  randomBytes(count: number): Uint8Array {
    return randomBytes(count);
  }

  sha256(text: string): string {
    return createHash('sha256').update(text, 'utf8').digest('hex');
  }
}
