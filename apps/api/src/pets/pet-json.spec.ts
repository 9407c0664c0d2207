import { Pet } from '@petstore/pets-domain';
import { PetListJson } from './pet-json.ts';

const createPet = (id: number) =>
  Pet.restore({ id: String(id), name: `"${id}"`, categoryId: '9007199254740993', status: 'sold' });
const expectedText = (id: number) => `{"id":${id},"name":"\\"${id}\\"","categoryId":9007199254740993,"status":"sold"}`;

describe('PetListJson', () => {
  it('writes the right text for lists of different lengths that share pets', () => {
    const json = new PetListJson();
    const pets = [1, 2, 3, 4].map(createPet);
    for (const [from, to] of [
      [0, 3],
      [0, 2],
      [0, 4],
      [1, 4],
      [0, 0],
      [0, 3],
      [3, 4],
    ] as const) {
      const expected = [1, 2, 3, 4].slice(from, to).map(expectedText).join(',');
      expect(json.write(pets.slice(from, to)).text).toBe(`[${expected}]`);
    }
  });
});
