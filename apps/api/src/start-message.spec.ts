import { logTo, type Log } from '@petstore/operations/log';
import { reportStart, startMessage, type StartedService } from './start-message.ts';

const url = 'http://127.0.0.1:3000';
const directory = '/srv/my data';
const file = `${directory}/first-key`;
const embedded: StartedService = {
  url,
  settings: { database: { kind: 'embedded', directory } },
  workspace: '/srv/petstore',
  firstKey: undefined,
};

/** Returns the commands: the indented lines, without those that begin with API, Docs or Data. */
function commandsOf(service: StartedService): string[] {
  const lines = startMessage(service, 'the database').split('\n');
  return lines.filter((line) => /^ {4}(?!API|Docs|Data)/.test(line)).map((line) => line.trim());
}

it('shows the key at the start that issued it', () => {
  expect(commandsOf({ ...embedded, firstKey: { file, key: 'pets_x' } })).toEqual([
    `echo "Authorization: Bearer pets_x" | curl -H @- ${url}/v1/pets`,
  ]);
});

it('names the file of the key at later starts', () => {
  expect(commandsOf({ ...embedded, firstKey: { file } })).toEqual([
    `echo "Authorization: Bearer $(cat '${file}')" | curl -H @- ${url}/v1/pets`,
  ]);
});

it('shows how to issue a key if the first key does not work', () => {
  expect(commandsOf({ ...embedded, workspace: "/srv/zoë's pets" })).toEqual([
    `KEY=$(npm --prefix '/srv/zoë'\\''s pets' run -s petstore -- keys issue me)`,
    `echo "Authorization: Bearer $KEY" | curl -H @- ${url}/v1/pets`,
  ]);
});

it('escapes the control characters of a path in a terminal', () => {
  const { stdout } = process;
  const write = jest.spyOn(stdout, 'write').mockReturnValue(true);
  Object.defineProperty(stdout, 'isTTY', { value: true, configurable: true });
  try {
    const database = { kind: 'embedded' as const, directory: '/srv/\u001b]0;title\u0007' };
    reportStart({} as Log, { ...embedded, settings: { database } });
    expect(write).toHaveBeenCalledWith(expect.stringContaining(String.raw`/srv/\u001b]0;title\u0007`));
  } finally {
    Reflect.deleteProperty(stdout, 'isTTY');
  }
});

it.each<[StartedService['settings']['database'], string]>([
  [{ kind: 'embedded', directory }, directory],
  [
    { kind: 'external', url: 'postgresql://ann:hunter2@127.0.0.1:5433/pets' },
    'PostgreSQL on 127.0.0.1:5433, database pets',
  ],
])('names the database in the log', (database, data) => {
  let line = '';
  reportStart(logTo({ write: (text) => void (line += text) }, 'info'), { ...embedded, settings: { database } });
  expect(JSON.parse(line)).toMatchObject({ msg: 'ready', data });
});
