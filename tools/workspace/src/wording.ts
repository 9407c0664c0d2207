import type { SourceFiles } from './source-files.mjs';

/** Path prefixes of the files that contain the rejected words as data. */
const skipped: readonly string[] = ['tools/workspace/src/wording'];

/** Words and phrases that are not terms of this field. A space matches any white space, also a line end in a comment. */
const rejectedWords: readonly string[] = [
  ...['whoever', 'nobody', 'somebody', 'anybody', 'everybody', 'those who'],
  ...['hear', 'hears', 'heard', 'told', 'goodbye', 'stranger', 'strangers', 'strange'],
  ...['wall', 'walls', 'room', 'rooms', 'door', 'doors', 'house', 'picture', 'pictures', 'surroundings', 'lifeline'],
  ...['belief', 'beliefs', 'believe', 'believes', 'patience', 'patient', 'hindrance', 'harmless'],
  ...['of its own', 'of their own', 'of your own', 'at work', 'in vain', 'for want of', 'what became of', 'anew'],
];

interface Exception {
  readonly words: readonly string[];
  readonly reason: string;
  /** Paths relative to the workspace. */
  readonly files: readonly string[];
}

/** Rejected words that are allowed in some files. */
const exceptions: readonly Exception[] = [
  {
    words: ['nobody'],
    reason: 'the operating-system user `nobody`, which runs PostgreSQL for root',
    files: [
      'apps/api-e2e/src/embedded-database.e2e.spec.ts',
      'docs/decisions/0006-embedded-postgresql.md',
      'docs/operations.md',
      'docs/security.md',
      'libs/shared/database/src/embedded/data-directory.spec.ts',
      'libs/shared/database/src/embedded/data-directory.ts',
      'libs/shared/database/src/embedded/server-user.ts',
    ],
  },
  {
    words: ['lifeline'],
    reason: 'the name of a pipe in the data directory, which processes of earlier releases use',
    files: [
      'libs/shared/database/src/embedded/cluster.ts',
      'libs/shared/database/src/embedded/embedded-postgres.integration.spec.ts',
    ],
  },
  {
    words: ['wall'],
    reason: 'the wall clock, as opposed to the monotonic clock',
    files: ['tools/faults/src/rows/clocks-apart.ts'],
  },
  { words: ['nobody', 'told'], reason: 'quotes messages of an earlier release', files: ['CHANGELOG.md'] },
];

/** Last words of file and class names that do not say what the file or the class does. */
const rejectedEnds = 'Entity|Service|DTO|Dto|Manager|Helpers?|Utils?|Common|Base';
const rejectedFile = new RegExp(`^(?:.*-)?(?:${rejectedEnds})$`, 'i');
const rejectedClass = new RegExp(`(?:^|[a-z0-9])(?:${rejectedEnds})$`);

/** Files whose names, and whose class names, may end with a rejected word. */
const nameExceptions: readonly Omit<Exception, 'words'>[] = [
  {
    reason: 'a typical Nest application, with the names of the Nest documentation',
    files: [
      'tools/benchmark/peers/nest/api-key.entity.ts',
      'tools/benchmark/peers/nest/create-pet.dto.ts',
      'tools/benchmark/peers/nest/list-pets.dto.ts',
      'tools/benchmark/peers/nest/pet.dto.ts',
      'tools/benchmark/peers/nest/pet.entity.ts',
      'tools/benchmark/peers/nest/pets.service.ts',
    ],
  },
  { reason: 'named after the function `startService`', files: ['apps/api-e2e/src/testing/start-service.ts'] },
];

const wordPattern = new RegExp(`\\b(?:${rejectedWords.map(patternOf).join('|')})\\b`, 'gi');

/** Lists the rejected words in the form `path:line: word`, also those in identifiers such as `toldAt`. */
export function wordViolations(files: SourceFiles): string[] {
  return checkedFiles(files).flatMap(([path, text]) => {
    const allowed = exceptions.filter((each) => each.files.includes(path)).flatMap(({ words }) => words);
    const words = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
    return [...words.matchAll(wordPattern)]
      .map(({ 0: found, index }) => ({
        word: found.toLowerCase().replace(/[\s*/#]+/g, ' '),
        line: words.slice(0, index).split('\n').length,
      }))
      .filter(({ word }) => !allowed.includes(word))
      .map(({ word, line }) => `${path}:${line}: ${word}`);
  });
}

/** Lists the rejected file and class names in the form `path: name`. */
export function nameViolations(files: SourceFiles): string[] {
  return checkedFiles(files)
    .filter(([path]) => /\.(?:ts|mjs)$/.test(path) && !nameExceptions.some((each) => each.files.includes(path)))
    .flatMap(([path, text]) => {
      const fileName = path.split('/').at(-1)!;
      const isRejected = fileName.split('.').some((part) => rejectedFile.test(part));
      const classes = [...text.matchAll(/\bclass ([A-Z]\w*)/g)].map(([, name]) => name!);
      const rejectedClasses = classes.filter((name) => rejectedClass.test(name));
      return [...(isRejected ? [fileName] : []), ...rejectedClasses].map((name) => `${path}: ${name}`);
    });
}

/** Lists the exceptions without an effect: words that the file does not contain, and files that do not exist. */
export function unusedExceptions(files: SourceFiles): string[] {
  const isUsed = (path: string, word: string) => new RegExp(`\\b${word}\\b`, 'i').test(files.get(path) ?? '');
  const unusedWords = exceptions.flatMap((each) =>
    each.files.flatMap((path) => each.words.filter((word) => !isUsed(path, word)).map((word) => `${path}: ${word}`)),
  );
  const missingFiles = nameExceptions.flatMap((each) => each.files.filter((path) => !files.has(path)));
  return [...unusedWords, ...missingFiles];
}

function checkedFiles(files: SourceFiles): [string, string][] {
  return [...files].filter(([path]) => !skipped.some((prefix) => path.startsWith(prefix)));
}

/** Returns a pattern that also matches the phrase across a line end of a comment. */
function patternOf(phrase: string): string {
  return phrase.split(' ').join(String.raw`\s+(?:(?:\*|//|#)\s*)?`);
}
