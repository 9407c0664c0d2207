import { PetName } from './pet-name.ts';

it.each(['a', ' \tRex\n', 'Zoe\u0308', '\u{1f408}'.repeat(255)])('accepts %j and does not change it', (text) => {
  expect(PetName.of(text).text).toBe(text);
});

it.each([undefined, null, 7, '', ' ', 'Re\0x', '\ud83d', 'x'.repeat(256)])('refuses %j', (value) => {
  expect(() => PetName.of(value)).toThrow(expect.objectContaining({ code: 'invalid_pet_name' }));
});
