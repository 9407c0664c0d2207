import { expectError } from './expect-error.ts';
import type { TestApp } from './test-app.ts';

/** The rules as clients are told them, word for word. */
export const nameRule =
  'a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates';
export const categoryRule = 'an integer from -9223372036854775808 to 9223372036854775807';
export const statusRule = 'one of available, pending, sold';

/** Ways to ask for a new animal of the app that runs when they are used. */
export function creatingOn(running: () => TestApp) {
  const create = (text: string) => running().client.post('/v1/pets').set('Content-Type', 'application/json').send(text);
  return {
    create,
    createPet: (sent: object) => create(JSON.stringify({ name: 'Rex', categoryId: 7, ...sent })),
    async expectRefused(text: string, message: string): Promise<void> {
      expect(expectError(await create(text), 'invalid_body')).toBe(message);
      expect(await running().pets.list({ limit: 1 })).toStrictEqual([]);
    },
  };
}
