import { expectError } from './expect-error.ts';
import type { TestApp } from './test-app.ts';

/** The allowed values as the error messages describe them. */
export const nameRule =
  'a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates';
export const categoryRule = 'an integer from -9223372036854775808 to 9223372036854775807';
export const statusRule = 'one of available, pending, sold';

/**
 * Creates functions that send `createPet`.
 * @param app returns the application of the current test
 */
export function petCreation(app: () => TestApp) {
  const create = (text: string) => app().client.post('/v1/pets').set('Content-Type', 'application/json').send(text);
  return {
    create,
    createPet: (members: object) => create(JSON.stringify({ name: 'Rex', categoryId: 7, ...members })),
    /** Sends the body, and expects an `invalid_body` error with this message and no created animal. */
    async expectRejected(text: string, message: string): Promise<void> {
      expect(expectError(await create(text), 'invalid_body')).toBe(message);
      expect(await app().pets.list({ limit: 1 })).toStrictEqual([]);
    },
  };
}
