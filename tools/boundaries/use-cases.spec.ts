import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** Returns what to add for each use case without a spec. @param libs the folder of all contexts */
function missingSpecs(libs: string): string[] {
  const folders = readdirSync(libs).map((context) => `${context}/application/src`);
  const files = folders.flatMap((folder) => filesOf(libs, folder).map((file) => `${folder}/${file}`));
  const useCases = files.filter(
    (file) => !file.endsWith('.spec.ts') && /^ {2}(async )?execute\(/m.test(readFileSync(join(libs, file), 'utf8')),
  );
  const specOf = (useCase: string) => useCase.replace(/\.ts$/, '.spec.ts');
  return useCases
    .filter((useCase) => !files.includes(specOf(useCase)))
    .map((useCase) => `Add libs/${specOf(useCase)}, which tests the use case beside it`);
}

function filesOf(libs: string, folder: string): string[] {
  try {
    return readdirSync(join(libs, folder)).filter((file) => file.endsWith('.ts'));
  } catch {
    // A folder of libs that is no context.
    return [];
  }
}

it('each use case has a spec', () => {
  expect(missingSpecs(join(root, 'libs'))).toEqual([]);
});

it('says which spec to add', () => {
  const libs = mkdtempSync(join(tmpdir(), 'use-cases-'));
  try {
    cpSync(join(root, 'libs/pets/application/src'), join(libs, 'pets/application/src'), { recursive: true });
    writeFileSync(
      join(libs, 'pets/application/src/probe-of-test.ts'),
      'class ProbeOfTest {\n  execute(): void {}\n}\n',
    );
    expect(missingSpecs(libs)).toEqual([
      'Add libs/pets/application/src/probe-of-test.spec.ts, which tests the use case beside it',
    ]);
  } finally {
    rmSync(libs, { recursive: true });
  }
});
