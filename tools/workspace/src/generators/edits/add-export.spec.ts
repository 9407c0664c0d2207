import { addExport, exportedNamesIn } from './add-export.mjs';

const text = `// Use cases.
export { CreatePet } from './create-pet.ts';
export { ListPets, type PetsPage } from './list-pets.ts';
`;

it.each([
  ['AddPet', './add-pet.ts', "cases.\nexport { AddPet } from './add-pet.ts';\nexport { CreatePet }"],
  ['GetPet', './get-pet.ts', "create-pet.ts';\nexport { GetPet } from './get-pet.ts';\nexport { ListPets"],
  ['RenamePet', './rename-pet.ts', "list-pets.ts';\nexport { RenamePet } from './rename-pet.ts';\n"],
])('exports %s in alphabetical order of the files', (name, module, expected) => {
  const edited = addExport(text, name, module);
  expect(edited).toContain(expected);
  expect(edited.split('\n')).toHaveLength(text.split('\n').length + 1);
});

it('changes nothing if the name is exported', () => {
  const once = addExport(text, 'RenamePet', './rename-pet.ts');
  expect(addExport(once, 'RenamePet', './rename-pet.ts')).toBe(once);
});

it.each([
  ['export const a = 1;', 'it has no declaration `export'],
  ["export { RenamePet } from './other.ts';", 'it exports RenamePet from ./other.ts instead of ./rename-pet.ts'],
  ["export { RenamePet from './other.ts';", 'it has a syntax error'],
])('refuses %j', (other, message) => {
  expect(() => addExport(other, 'RenamePet', './rename-pet.ts')).toThrow(message);
});

it('lists the exported names', () => {
  expect(exportedNamesIn(text)).toEqual(['CreatePet', 'ListPets', 'PetsPage']);
});
