import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewPet } from '@petstore/pets-domain';
import { OperatorError } from '@petstore/settings';
import fc from 'fast-check';
import { CsvFile } from './csv-file.ts';
import { CsvToNewPets } from './csv-to-new-pets.ts';
import { ProgressBar } from './progress-bar.ts';
import { RejectedFile } from './rejected-file.ts';

let folder: string;
let input: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-rejected-'));
  input = join(folder, 'animals.csv');
  writeFileSync(input, content);
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(() => rmSync(folder, { recursive: true }));

const content = 'name,categoryId\nRex,1\n,2\n';

/** Returns what `import` would create, and writes the rejected rows to the file `to`. */
async function split(from: string, to: string): Promise<NewPet[]> {
  const file = await CsvFile.open(from);
  try {
    const rejected = await RejectedFile.at(to, file);
    const newPets: NewPet[] = [];
    for await (const newPet of new CsvToNewPets(file, rejected, new ProgressBar(file.size), undefined).read()) {
      newPets.push(newPet);
    }
    await rejected.publish();
    return newPets;
  } finally {
    await file.close();
  }
}

describe('the input file', () => {
  it.each(['animals.csv.part', 'rejected.csv.part', '.rejected.csv.part'])(
    'is not changed when its name is %s',
    async (name) => {
      input = join(folder, name);
      writeFileSync(input, content);
      await split(input, join(folder, name.replace('.part', '')));
      expect(readFileSync(input, 'utf8')).toBe(content);
    },
  );

  it.each<[string, (other: string) => void]>([
    ['a symbolic link to it', (other) => symlinkSync(input, other)],
    ['a hard link to it', (other) => linkSync(input, other)],
    ['a path through a symbolic link to its folder', (other) => symlinkSync(folder, other)],
  ])('is not replaced through %s', async (_, make) => {
    const other = join(folder, 'other');
    make(other);
    for (const path of [other, join(other, 'animals.csv'), `${folder}/./animals.csv`]) {
      await expect(split(input, path)).rejects.toThrow(OperatorError);
    }
    expect(readFileSync(input, 'utf8')).toBe(content);
    expect(readdirSync(folder).sort()).toEqual(['animals.csv', 'other']);
  });

  it('is not replaced when it is linked to the path of the rejected rows during the import', async () => {
    const path = join(folder, 'rejected.csv');
    const file = await CsvFile.open(input);
    const rejected = await RejectedFile.at(path, file);
    await rejected.setHeader(['name']);
    await rejected.add({ line: 2, cells: [''], endOffset: 1 }, 'no name');
    linkSync(input, path);
    await rejected.close();
    await file.close();
    await expect(rejected.publish()).rejects.toThrow('it is the file to import');
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(readFileSync(rejected.draft, 'utf8')).toContain('no name');
  });
});

describe('an existing file', () => {
  const before = 'corrected rows of an earlier import\n';
  let path: string;
  let rejected: RejectedFile;

  beforeEach(async () => {
    path = join(folder, 'rejected.csv');
    writeFileSync(path, before);
    const file = await CsvFile.open(input);
    rejected = await RejectedFile.at(path, file);
    const newPets = new CsvToNewPets(file, rejected, new ProgressBar(file.size), undefined).read();
    for await (const newPet of newPets) expect(newPet.name.text).toBe('Rex');
  });

  it('is not changed when the import fails after the last row was read', async () => {
    expect(readFileSync(path, 'utf8')).toBe(before);
    await rejected.discard();
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(readdirSync(folder).sort()).toEqual(['animals.csv', 'rejected.csv']);
  });

  it('is replaced after the commit', async () => {
    await rejected.publish();
    expect(readFileSync(path, 'utf8')).toContain("line,reason,'name");
    expect(readdirSync(folder).sort()).toEqual(['animals.csv', 'rejected.csv']);
  });
});

describe('a full disk', () => {
  it.each(['write', 'sync'])('fails the import with an OperatorError when %s fails', async (operation) => {
    const file = await CsvFile.open(input);
    const rejected = await RejectedFile.at(join(folder, 'rejected.csv'), file);
    const handle = await open(input);
    const fileHandle = Object.getPrototypeOf(handle) as Record<string, () => Promise<void>>;
    await handle.close();
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    jest.spyOn(fileHandle, operation).mockRejectedValue(full);
    const newPets = new CsvToNewPets(file, rejected, new ProgressBar(file.size), undefined).read();
    const reading = (async () => {
      for await (const newPet of newPets) expect(newPet.name.text).toBe('Rex');
    })();
    await expect(reading).rejects.toThrow(OperatorError);
    await expect(reading).rejects.toThrow('rejected.csv: ENOSPC: no space left on device');
    await rejected.discard();
    expect(readdirSync(folder)).toEqual(['animals.csv']);
  });
});

it('does not replace a file that is not a regular file', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  await expect(split(input, pipe)).rejects.toThrow('it is not a regular file');
  expect(statSync(pipe).isFIFO()).toBe(true);
});

it('creates no file when no row is rejected', async () => {
  writeFileSync(input, 'name,categoryId\nRex,1\n');
  await split(input, join(folder, 'rejected.csv'));
  expect(readdirSync(folder)).toEqual(['animals.csv']);
});

describe('round trip', () => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const rejectedPath = () => join(folder, 'rejected.csv');

  /** Returns the names that an import of the rejected rows creates after their status was corrected. */
  async function roundTrip(names: readonly string[]): Promise<string[]> {
    const rows = names.map((name) => `${quoted(name)},-1,adopted`);
    writeFileSync(input, ['name,categoryId,status', ...rows].join('\n'));
    expect(await split(input, rejectedPath())).toEqual([]);
    writeFileSync(input, readFileSync(rejectedPath(), 'utf8').replaceAll(/,adopted$/gm, ',sold'));
    const newPets = await split(input, rejectedPath());
    return newPets.map((newPet) => newPet.name.text);
  }

  it('returns every name unchanged', async () => {
    const first = fc.constantFrom('=', '+', '-', '@', "'", '\t', '\r', '\n', '＝', '＋', '－', '＠', '"', ' ', '');
    const name = fc.tuple(first, first, fc.string({ unit: 'grapheme' })).map((parts) => parts.join(''));
    const valid = name.filter((text) => /\S/.test(text) && !text.includes('\0') && [...text].length <= 255);
    await fc.assert(
      fc.asyncProperty(fc.array(valid, { minLength: 1, maxLength: 20 }), async (names) => {
        expect(await roundTrip(names)).toEqual(names);
      }),
    );
  });

  it('does not change names in a file without marks', async () => {
    writeFileSync(input, `name,categoryId\n'=1,1\n''tis,2\n`);
    expect((await split(input, rejectedPath())).map((newPet) => newPet.name.text)).toEqual(["'=1", "''tis"]);
  });

  it('escapes formulas and marks the header', async () => {
    writeFileSync(input, 'name,categoryId,=note\n=1+1,x,-7\n@cmd,x,-rm\n"\tTab",x,+1.5e3\n\'tis,x,ok\n');
    await split(input, rejectedPath());
    const reason = 'categoryId must be an integer from -9223372036854775808 to 9223372036854775807';
    const [header, ...rows] = readFileSync(rejectedPath(), 'utf8').trimEnd().split('\n');
    expect(header).toBe("line,reason,'name,'categoryId,'=note");
    expect(rows.map((row) => row.replace(/^\d,.*(?=,[^,]*,x,)/, ''))).toEqual([
      ",'=1+1,x,-7",
      ",'@cmd,x,'-rm",
      ",'\tTab,x,+1.5e3",
      ",''tis,x,ok",
    ]);
    expect(rows[0]).toContain(reason.slice(0, 'categoryId must be an integer'.length));
  });
});
