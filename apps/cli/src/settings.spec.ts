import { devNull } from 'node:os';
import { OperatorError } from '@petstore/operations';
import { readDeliverySettings } from './settings.ts';

const secretOf = (byte: number, length = 32) => `whsec_${Buffer.alloc(length, byte).toString('base64')}`;

const read = (secret: string) => {
  const env = { DATABASE_URL: 'postgresql://127.0.0.1/none', ENV_FILE: devNull, WEBHOOK_SECRET: secret };
  return readDeliverySettings(new URL('https://receiver.example/'), env).webhookSecrets;
};

it.each([
  ['a secret', secretOf(1), [secretOf(1)]],
  ['the shortest and the longest one', `${secretOf(1, 24)} ${secretOf(2, 64)}`, [secretOf(1, 24), secretOf(2, 64)]],
  ['white space around them', ` ${secretOf(1)}\t${secretOf(2)}\n`, [secretOf(1), secretOf(2)]],
])('WEBHOOK_SECRET can have %s', (_, text, secrets) => {
  expect(read(text)).toEqual(secrets);
});

it.each([
  ['nothing', ''],
  ['no prefix', secretOf(1).slice('whsec_'.length)],
  ['23 bytes', secretOf(1, 23)],
  ['65 bytes', secretOf(1, 65)],
  ['bits beyond its bytes', secretOf(1).replace(/.=$/, 'F=')],
  ['a second one that is malformed', `${secretOf(1)} secret`],
  ['a comma between them', `${secretOf(1)},${secretOf(2)}`],
  ['a secret twice', `${secretOf(1)} ${secretOf(1)}`],
  ['three secrets', [1, 2, 3].map((byte) => secretOf(byte)).join(' ')],
])('refuses a WEBHOOK_SECRET with %s, and does not show it', (_, text) => {
  expect(() => read(text)).toThrow(
    new OperatorError(
      'WEBHOOK_SECRET must be whsec_ and then 24 to 64 bytes in base64, or two different ones, separated by a space',
    ),
  );
});

it('reports the faults of all settings of a delivery together, without their values', () => {
  const env = {
    DATABASE_URL: 'mysql://ann:hunter2@db/pets',
    ENV_FILE: devNull,
    WEBHOOK_SECRET: 'hunter2',
    METRICS_PORT: '65536',
    HTTPS_PROXY: 'ftp://ann:hunter2@proxy',
  };
  const refusal = () => readDeliverySettings(new URL('https://receiver.example/'), env);
  const names = ['DATABASE_URL [^\n]*', 'WEBHOOK_SECRET [^\n]*', 'METRICS_PORT must be an integer from 0 to 65535'];
  expect(refusal).toThrow(new RegExp(`^${[...names, 'HTTPS_PROXY [^\n]*'].join('\n')}$`));
  expect(refusal).not.toThrow('hunter2');
});
