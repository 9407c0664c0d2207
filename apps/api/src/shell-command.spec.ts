import { execFileSync } from 'node:child_process';
import { shellCommand, shellWord } from './shell-command.ts';

const words = [
  'a b',
  "it's",
  '$HOME',
  '`id`',
  '"',
  '\\',
  '*',
  '~',
  '',
  'a\nb',
  '!x',
  '#',
  'é',
  'postgresql://u@h/db?a=b&c=d',
];

it('quotes words so that the shell passes them unchanged', () => {
  const printed = execFileSync('/bin/sh', ['-c', shellCommand(['printf', '%s\\0', ...words])], { encoding: 'utf8' });
  expect(printed.split('\0').slice(0, -1)).toEqual(words);
});

it('quotes the values of variables', () => {
  for (const value of words) {
    const command = shellCommand(['printenv', 'NAME'], { NAME: value });
    expect(execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' })).toBe(`${value}\n`);
  }
});

it.each(['npm', '--prefix', '/srv/petstore-1.0', 'http://127.0.0.1:3000/v1/pets'])('does not quote %s', (word) =>
  expect(shellWord(word)).toBe(word),
);
