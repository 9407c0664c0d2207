import { Actor } from './actor.ts';
import { KeyName } from './key-name.ts';

describe.each([
  { field: 'the name of a key', Text: KeyName, code: 'invalid_key_name' },
  { field: 'the name of the actor', Text: Actor, code: 'invalid_actor' },
])('$field', ({ field, Text, code }) => {
  it('is printable text', () => {
    expect(Text.of("O'Malley's till").text).toBe("O'Malley's till");
  });

  it('is refused with its own code and field', () => {
    const message = `${field} must be ${Text.allowed}`;
    expect(() => Text.of('\n')).toThrow(expect.objectContaining({ kind: 'invalid', code, message }));
  });
});

it('restores a stored name unchanged, even if the current rule refuses it', () => {
  expect(KeyName.restore('\t').text).toBe('\t');
});
