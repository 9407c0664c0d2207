import { NewPet, Pet, PetId } from '@petstore/pets-domain';
import { parseIntegers, toParameterArrays, toParameters, toPet, toRows, UnreadableRow } from './pet-rows.ts';
import { petColumns, storedColumns } from './pet.table.ts';

const rex = NewPet.parse({ name: 'Rex, "the" {dog}', categoryId: 9223372036854775807n, status: 'sold' });
const tom = NewPet.parse({ name: 'Tom', categoryId: -7 });

/** The two pets as the statements aggregate them, in the order of the columns. */
const aggregated = [
  '{1,9223372036854775807}',
  '["Rex, \\"the\\" {dog}","Tom"]',
  '{9223372036854775807,-7}',
  '["sold","available"]',
];

const rows = [
  { id: '1', name: 'Rex, "the" {dog}', categoryId: '9223372036854775807', status: 'sold' },
  { id: '9223372036854775807', name: 'Tom', categoryId: '-7', status: 'available' },
];

describe('the columns', () => {
  it('are those of an INSERT, in the order of the parameters', () => {
    expect(petColumns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'name text',
      'category_id bigint',
      'status text',
    ]);
  });

  it('of a stored pet begin with the id', () => {
    expect(storedColumns).toEqual([{ property: 'id', name: 'id', type: 'bigint' }, ...petColumns]);
  });
});

describe('aggregated pets', () => {
  it('become one row per pet, with exact integers', () => {
    expect(toRows(aggregated)).toStrictEqual(rows);
  });

  it('become one row if there is one pet', () => {
    expect(toRows(['{7}', '["Rex"]', '{8}', '["pending"]'])).toStrictEqual([
      { id: '7', name: 'Rex', categoryId: '8', status: 'pending' },
    ]);
  });
});

it('an array of PostgreSQL becomes the texts of its integers', () => {
  expect(parseIntegers('{-1}')).toEqual(['-1']);
  expect(parseIntegers('{1,20,300}')).toEqual(['1', '20', '300']);
});

describe('a row', () => {
  it('becomes the pet that was stored', () => {
    expect(rows.map(toPet)).toEqual([
      Pet.register(PetId.restore('1'), rex),
      Pet.register(PetId.restore('9223372036854775807'), tom),
    ]);
  });

  it('that breaks a rule of the domain becomes an error with the id of the row and the cause', () => {
    const error = toPet({ ...rows[1]!, status: 'lost' });
    expect(error).toBeInstanceOf(UnreadableRow);
    expect(error).toMatchObject({
      message: 'row 9223372036854775807 of the table pets is not a valid Pet',
      cause: expect.objectContaining({ code: 'invalid_pet_status' }),
    });
  });
});

describe('new pets', () => {
  it('become parameters in the order of the columns', () => {
    expect(toParameters(rex)).toEqual(['Rex, "the" {dog}', '9223372036854775807', 'sold']);
    expect(toParameters(tom)).toEqual(['Tom', '-7', 'available']);
  });

  it('become one array per column', () => {
    expect(toParameterArrays([rex, tom])).toEqual([
      ['Rex, "the" {dog}', 'Tom'],
      ['9223372036854775807', '-7'],
      ['sold', 'available'],
    ]);
    expect(toParameterArrays([])).toEqual([[], [], []]);
  });
});
