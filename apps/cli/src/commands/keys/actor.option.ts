import { userInfo } from 'node:os';
import { Actor } from '@petstore/access-domain';
import { Option } from 'commander';

export interface ActorOption {
  readonly by: string;
}

/** The option for the actor in the log of keys. */
export function actorOption(): Option {
  return new Option('--by <who>', `your name for the log: ${Actor.allowed}`).default(
    systemUser(),
    'the user of the process',
  );
}

/** Returns the id if the user has no name, as in some containers. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
