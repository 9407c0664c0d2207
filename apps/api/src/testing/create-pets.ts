import { expectError } from './expect-error.ts';
import type { TestApp } from './test-app.ts';

/** The rules in the words of the error messages. */
export const nameRule =
  'a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates';
export const categoryRule = 'an integer from -9223372036854775808 to 9223372036854775807';
export const statusRule = 'one of available, pending, sold';

/**
 * Functions that send `createPet`.
 * @param app returns the application of the current test
 */
export function petCreation(app: () => TestApp) {
  const create = (text: string) => app().client.post('/v1/pets').set('Content-Type', 'application/json').send(text);
  return {
    create,
    createPet: (sent: object) => create(JSON.stringify({ name: 'Rex', categoryId: 7, ...sent })),
    async expectRefused(text: string, message: string): Promise<void> {
      expect(expectError(await create(text), 'invalid_body')).toBe(message);
      expect(await app().pets.list({ limit: 1 })).toStrictEqual([]);
    },
  };
}
