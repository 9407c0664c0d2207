import { readSourceFiles } from './source-files.mjs';
import { root } from './workspace.ts';
import { nameViolations, unusedExceptions, wordViolations } from './wording.ts';

const files = readSourceFiles(root, /\.(?:ts|mjs|md|yml)$/);

it('reads sources, documents and YAML files', () => {
  expect([...files.keys()]).toEqual(expect.arrayContaining(['README.md', 'docs/monitoring/alerts.yml']));
});

it('finds no rejected word in the workspace', () => {
  expect(wordViolations(files)).toEqual([]);
});

it('finds no rejected file or class name in the workspace', () => {
  expect(nameViolations(files)).toEqual([]);
});

it('finds no unused exception', () => {
  expect(unusedExceptions(files)).toEqual([]);
});

describe('with violations added in memory', () => {
  it.each([
    ['a comment', '// The pool hears of it.', 'hears'],
    ['a phrase that a line end splits', '/**\n * A connection of its\n * own.\n */', 'of its own'],
    ['a phrase that a line end splits in a line comment', '// Works in\n// vain.', 'in vain'],
    ['a message', "throw new Error('Nobody listens');", 'nobody'],
    ['an identifier', 'let toldAt = 0;', 'told'],
  ])('reports a word in %s', (_, text, word) => {
    expect(wordViolations(new Map([['libs/added/a.ts', `\n${text}\n`]]))).toEqual([
      expect.stringMatching(new RegExp(`^libs/added/a\\.ts:\\d: ${word}$`)),
    ]);
  });

  it('reports the line of a word', () => {
    expect(wordViolations(new Map([['docs/added.md', 'one\n\nThe room.\n']]))).toEqual(['docs/added.md:3: room']);
  });

  it('does not report a part of another word', () => {
    expect(wordViolations(new Map([['a.ts', '// firewall, mushroom, shoulder, impatient']]))).toEqual([]);
  });

  it.each([
    ['pets.service.ts', ''],
    ['utils.ts', ''],
    ['test-helper.ts', ''],
    ['pet.ts', 'class PetEntity {}'],
    ['pet.ts', 'export abstract class PetDTO {}'],
    ['pet.ts', 'export class RepositoryBase {}'],
  ])('reports the name of %s: %s', (file, text) => {
    expect(nameViolations(new Map([[`libs/added/${file}`, text]]))).toHaveLength(1);
  });

  it.each([
    ['database.ts', 'export class Database {}'],
    ['service-process.ts', 'export class ServiceProcess {}'],
  ])('allows the name of %s: %s', (file, text) => {
    expect(nameViolations(new Map([[`libs/added/${file}`, text]]))).toEqual([]);
  });
});
