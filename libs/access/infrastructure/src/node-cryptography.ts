import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Cryptography } from '@petstore/access-domain';

export class NodeCryptography extends Cryptography {
  randomBytes(count: number): Uint8Array {
    return randomBytes(count);
  }

  sha256(text: string): string {
    return hash('sha256', text, 'hex');
  }

  crc32(text: string): number {
    return crc32(text);
  }
}
