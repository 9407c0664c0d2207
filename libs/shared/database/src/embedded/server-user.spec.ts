import { runAsServerUser } from './server-user.ts';

describe('a program that runs as the user of the server', () => {
  afterEach(() => {
    delete process.env['PETSTORE_TEST_SECRET'];
  });

  it('gets no environment variable of this process', () => {
    process.env['PETSTORE_TEST_SECRET'] = 'hunter2';
    const { status, stdout } = runAsServerUser('/usr/bin/env', []);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});
