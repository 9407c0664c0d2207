import { userInfo } from 'node:os';
import { Actor } from '@petstore/access-domain';
import { Option } from 'commander';

export interface By {
  readonly by: string;
}

/** For what the log keeps. */
export function byOption(): Option {
  return new Option('--by <who>', `who does it, for the log: ${Actor.allowed}`).default(systemUser(), 'you');
}

/** A container may run under an id that has no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
