import { PassThrough } from 'node:stream';
import { isInteractive, promptPassword, PromptInterrupted } from './prompt-password.ts';

/** A terminal that records, in order, the changes of its raw mode and the text that it shows. */
class FakeTerminal {
  readonly events: (string | boolean)[] = [];
  readonly input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => void this.events.push(isRaw),
  });
  readonly output = Object.assign(new PassThrough(), { isTTY: true });

  constructor() {
    this.output.on('data', (chunk: Buffer) => this.events.push(chunk.toString()));
  }
}

/** Types the text at the prompt, and returns what the operator sees between the prompt and the end. */
async function promptWith(typed: string): Promise<{ password: string; events: FakeTerminal['events'] }> {
  const terminal = new FakeTerminal();
  const prompting = promptPassword('clerk', terminal);
  terminal.input.write(typed);
  return { password: await prompting, events: terminal.events };
}

it('returns the password and shows nothing of it, because the terminal is in raw mode before the prompt', async () => {
  const { password, events } = await promptWith('hunter2\r');
  expect(password).toBe('hunter2');
  expect(events).toEqual([true, 'Password for user clerk: ', false, '\n']);
});

it.each([
  ['a space, a quotation mark and letters beyond ASCII', ' "é 🐕\n', ' "é 🐕'],
  ['a deleted character', 'hunterx\x7f2\r', 'hunter2'],
  ['only Enter', '\r', ''],
  ['Ctrl-D', '\x04', ''],
])('handles %s', async (_, typed, password) => {
  expect((await promptWith(typed)).password).toBe(password);
});

it('is interrupted by Ctrl-C, and restores the mode of the terminal', async () => {
  const terminal = new FakeTerminal();
  const prompting = promptPassword('clerk', terminal);
  terminal.input.write('hunter\x03');
  await expect(prompting).rejects.toThrow(PromptInterrupted);
  expect(terminal.events.at(-2)).toBe(false);
});

it.each([
  [true, true, true],
  [true, undefined, false],
  [undefined, true, false],
])(
  'with an input whose isTTY is %p and an output whose isTTY is %p, isInteractive returns %p',
  (input, output, expected) => {
    const terminal = new FakeTerminal();
    expect(
      isInteractive({
        input: Object.assign(terminal.input, { isTTY: input }),
        output: Object.assign(terminal.output, { isTTY: output }),
      }),
    ).toBe(expected);
  },
);
