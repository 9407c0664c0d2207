import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryDirectory, removeTemporaryDirectory } from '@petstore/processes';
import { updateWorkspace } from './update-workspace.mjs';

const library = 'libs/store/domain';

let workspace: string;

beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  workspace = createTemporaryDirectory();
  mkdirSync(join(workspace, library), { recursive: true });
  writeFileSync(join(workspace, library, 'package.json'), '{ "name": "@petstore/store-domain" }');
});

afterEach(() => removeTemporaryDirectory(workspace));

it('links the library as npm does, also when it runs again', () => {
  for (let run = 0; run < 2; run++) updateWorkspace(workspace, [library], []);
  const link = join(workspace, 'node_modules/@petstore/store-domain');
  expect(readlinkSync(link)).toBe('../../libs/store/domain');
  expect(readdirSync(link)).toEqual(['package.json']);
});

it('runs the commands in the workspace, in their order', () => {
  updateWorkspace(workspace, [], ['echo 1 > first', 'cp first second']);
  expect(readdirSync(workspace).sort()).toEqual(['first', 'libs', 'second']);
});

it('stops at a command that fails, and names it and those that remain', () => {
  const message = 'The files are written, but a command failed. Correct its error, then run: exit 3 && touch third';
  expect(() => updateWorkspace(workspace, [], ['touch first', 'exit 3', 'touch third'])).toThrow(message);
  expect(readdirSync(workspace).sort()).toEqual(['first', 'libs']);
});
