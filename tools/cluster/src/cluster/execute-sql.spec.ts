import { configuration } from '../servers/configuration.ts';
import { superuserPassword } from './execute-sql.ts';

it('reads the password of the superuser from patroni.yml', () => {
  expect(superuserPassword(configuration('patroni.yml'))).not.toBe('');
});

it('refuses a configuration without it', () => {
  expect(() => superuserPassword('superuser:')).toThrow('patroni.yml has no password of the superuser');
});
