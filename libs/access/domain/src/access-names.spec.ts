import { Actor } from './actor.ts';
import { KeyName } from './key-name.ts';

describe.each([
  { field: 'the name of a key', TextClass: KeyName, code: 'invalid_key_name' },
  { field: 'the name of the actor', TextClass: Actor, code: 'invalid_actor' },
])('$field', ({ field, TextClass, code }) => {
  it('can be printable text', () => {
    expect(TextClass.of("O'Malley's checkout").text).toBe("O'Malley's checkout");
  });

  it('cannot be a line feed; the error has the code and the field of this class', () => {
    const message = `${field} must be ${TextClass.allowed}`;
    expect(() => TextClass.of('\n')).toThrow(expect.objectContaining({ code, message }));
  });
});

it('restores a stored name unchanged, even if KeyName.of would refuse it', () => {
  expect(KeyName.restore('\t').text).toBe('\t');
});
