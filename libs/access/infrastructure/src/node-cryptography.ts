import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Cryptography } from '@petstore/access-domain';

export class NodeCryptography extends Cryptography {
  override readonly hash = hash;
  override readonly randomBytes = randomBytes;
  override readonly crc32 = crc32;
}
