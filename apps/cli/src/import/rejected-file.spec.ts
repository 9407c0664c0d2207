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
import { NewPetCsvReader } from './new-pet-csv-reader.ts';
import { ProgressBar } from './progress-bar.ts';
import { RejectedFile } from './rejected-file.ts';

let directory: string;
let input: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'petstore-rejected-'));
  input = join(directory, 'animals.csv');
  writeFileSync(input, content);
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(() => rmSync(directory, { recursive: true }));

const content = 'name,categoryId\nRex,1\n,2\n';

/** Returns the NewPets that `import` would create from the file `from`, and writes the rejected rows to the file `to`. */
async function readNewPets(from: string, to: string): Promise<NewPet[]> {
  const file = await CsvFile.open(from);
  try {
    const rejected = await RejectedFile.create(to, file);
    const newPets: NewPet[] = [];
    for await (const newPet of new NewPetCsvReader(file, rejected, new ProgressBar(file.size), undefined).read()) {
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
    'is not changed if its name is %s',
    async (name) => {
      input = join(directory, name);
      writeFileSync(input, content);
      await readNewPets(input, join(directory, name.replace('.part', '')));
      expect(readFileSync(input, 'utf8')).toBe(content);
    },
  );

  it.each<[string, (other: string) => void]>([
    ['a symbolic link to it', (other) => symlinkSync(input, other)],
    ['a hard link to it', (other) => linkSync(input, other)],
    ['a path through a symbolic link to its folder', (other) => symlinkSync(directory, other)],
  ])('is not replaced through %s', async (_, createLink) => {
    const other = join(directory, 'other');
    createLink(other);
    for (const path of [other, join(other, 'animals.csv'), `${directory}/./animals.csv`]) {
      await expect(readNewPets(input, path)).rejects.toThrow(OperatorError);
    }
    expect(readFileSync(input, 'utf8')).toBe(content);
    expect(readdirSync(directory).sort()).toEqual(['animals.csv', 'other']);
  });

  it('is not replaced if another process links it to the path of the rejected rows during the import', async () => {
    const path = join(directory, 'rejected.csv');
    const file = await CsvFile.open(input);
    const rejected = await RejectedFile.create(path, file);
    await rejected.writeHeader(['name']);
    await rejected.add({ line: 2, cells: [''], endOffset: 1 }, 'no name');
    linkSync(input, path);
    await rejected.close();
    await file.close();
    await expect(rejected.publish()).rejects.toThrow('it is the file to import');
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(readFileSync(rejected.draftPath, 'utf8')).toContain('no name');
  });
});

describe('an existing file of rejected rows', () => {
  const before = 'corrected rows of an earlier import\n';
  let path: string;
  let rejected: RejectedFile;

  beforeEach(async () => {
    path = join(directory, 'rejected.csv');
    writeFileSync(path, before);
    const file = await CsvFile.open(input);
    rejected = await RejectedFile.create(path, file);
    const newPets = new NewPetCsvReader(file, rejected, new ProgressBar(file.size), undefined).read();
    for await (const newPet of newPets) expect(newPet.name.text).toBe('Rex');
  });

  it('is not changed if the import fails after the last row was read', async () => {
    expect(readFileSync(path, 'utf8')).toBe(before);
    await rejected.discard();
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(readdirSync(directory).sort()).toEqual(['animals.csv', 'rejected.csv']);
  });

  it('is replaced after the commit', async () => {
    await rejected.publish();
    expect(readFileSync(path, 'utf8')).toContain("line,reason,'name");
    expect(readdirSync(directory).sort()).toEqual(['animals.csv', 'rejected.csv']);
  });
});

describe('an import without rejected rows', () => {
  const oldRows = "line,reason,'name,'categoryId\n2,the name is missing,,1\n";
  let path: string;

  beforeEach(() => {
    path = join(directory, 'rejected.csv');
    writeFileSync(input, 'name,categoryId\nRex,1\n');
  });

  async function importAndRemoveOutdated(): Promise<'deleted' | 'kept' | undefined> {
    const file = await CsvFile.open(input);
    try {
      const rejected = await RejectedFile.create(path, file);
      const newPets = new NewPetCsvReader(file, rejected, new ProgressBar(file.size), undefined).read();
      for await (const newPet of newPets) expect(newPet.name.text).toBe('Rex');
      await rejected.publish();
      return await rejected.removeOutdated();
    } finally {
      await file.close();
    }
  }

  it('deletes the rejected rows of an earlier import of a file with the same columns', async () => {
    writeFileSync(path, oldRows);
    expect(await importAndRemoveOutdated()).toBe('deleted');
    expect(readdirSync(directory)).toEqual(['animals.csv']);
  });

  it('does nothing if there is no file', async () => {
    expect(await importAndRemoveOutdated()).toBeUndefined();
  });

  it.each([
    ['is empty', ''],
    ['is not a file of rejected rows', 'name,categoryId\nRex,1\n'],
    ['has the rejected rows of a file with other columns', oldRows.replace("'categoryId", "'categoryId,'status")],
    ['has only a part of the header', "line,reason,'name"],
  ])('keeps a file that %s', async (_, text) => {
    writeFileSync(path, text);
    expect(await importAndRemoveOutdated()).toBe('kept');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('keeps a symbolic link to the rejected rows of an earlier import', async () => {
    const target = join(directory, 'target.csv');
    writeFileSync(target, oldRows);
    symlinkSync(target, path);
    expect(await importAndRemoveOutdated()).toBe('kept');
    expect(readFileSync(path, 'utf8')).toBe(oldRows);
  });
});

describe('a full disk', () => {
  it.each(['write', 'sync'])('makes the import throw OperatorError if %s fails', async (operation) => {
    const file = await CsvFile.open(input);
    const rejected = await RejectedFile.create(join(directory, 'rejected.csv'), file);
    // Node does not export the class FileHandle.
    const handle = await open(input);
    const fileHandle = Object.getPrototypeOf(handle) as Record<string, () => Promise<void>>;
    await handle.close();
    const noSpace = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    jest.spyOn(fileHandle, operation).mockRejectedValue(noSpace);
    const newPets = new NewPetCsvReader(file, rejected, new ProgressBar(file.size), undefined).read();
    const reading = (async () => {
      for await (const newPet of newPets) expect(newPet.name.text).toBe('Rex');
    })();
    await expect(reading).rejects.toThrow(OperatorError);
    await expect(reading).rejects.toThrow('rejected.csv: ENOSPC: no space left on device');
    await rejected.discard();
    expect(readdirSync(directory)).toEqual(['animals.csv']);
  });
});

it('an import does not replace a file that is not a regular file', async () => {
  const pipe = join(directory, 'pipe');
  execFileSync('mkfifo', [pipe]);
  await expect(readNewPets(input, pipe)).rejects.toThrow('it is not a regular file');
  expect(statSync(pipe).isFIFO()).toBe(true);
});

it('an import without rejected rows creates no file', async () => {
  writeFileSync(input, 'name,categoryId\nRex,1\n');
  await readNewPets(input, join(directory, 'rejected.csv'));
  expect(readdirSync(directory)).toEqual(['animals.csv']);
});

describe('an import of rejected rows', () => {
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const rejectedPath = () => join(directory, 'rejected.csv');

  /** Imports names with an invalid status, corrects the status in the file of rejected rows, and returns the imported names. */
  async function roundTrip(names: readonly string[]): Promise<string[]> {
    const rows = names.map((name) => `${quote(name)},-1,adopted`);
    writeFileSync(input, ['name,categoryId,status', ...rows].join('\n'));
    expect(await readNewPets(input, rejectedPath())).toEqual([]);
    writeFileSync(input, readFileSync(rejectedPath(), 'utf8').replaceAll(/,adopted$/gm, ',sold'));
    const newPets = await readNewPets(input, rejectedPath());
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

  it('does not remove prefixes if the header is not escaped', async () => {
    writeFileSync(input, `name,categoryId\n'=1,1\n''tis,2\n`);
    expect((await readNewPets(input, rejectedPath())).map((newPet) => newPet.name.text)).toEqual(["'=1", "''tis"]);
  });

  it('gets escaped formulas and an escaped header', async () => {
    writeFileSync(input, 'name,categoryId,=note\n=1+1,x,-7\n@cmd,x,-rm\n"\tTab",x,+1.5e3\n\'tis,x,ok\n');
    await readNewPets(input, rejectedPath());
    const [header, ...rows] = readFileSync(rejectedPath(), 'utf8').trimEnd().split('\n');
    expect(header).toBe("line,reason,'name,'categoryId,'=note");
    // Removes the line number and the reason.
    expect(rows.map((row) => row.replace(/^\d,.*(?=,[^,]*,x,)/, ''))).toEqual([
      ",'=1+1,x,-7",
      ",'@cmd,x,'-rm",
      ",'\tTab,x,+1.5e3",
      ",''tis,x,ok",
    ]);
    expect(rows[0]).toContain('categoryId must be an integer');
  });
});
