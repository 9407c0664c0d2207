import { execute } from '../hosts/execute.ts';

/** Numbers of a user of the machine. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** The users that Debian's packages create. */
export interface Users {
  readonly postgres: User;
  readonly etcd: User;
}

/** Reads the numbers of the users. @throws Error if a user does not exist */
export async function readUsers(): Promise<Users> {
  return { postgres: await readUser('postgres'), etcd: await readUser('etcd') };
}

async function readUser(name: string): Promise<User> {
  const [, , uid, gid] = (await execute('getent', 'passwd', name)).split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
