import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');
const files = readdirSync(root)
  .filter((name) => !/^(?:\.|node_modules$|dist$)/.test(name))
  .flatMap((name) =>
    statSync(join(root, name)).isDirectory()
      ? readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).map((path) => `${name}/${path}`)
      : [name],
  )
  .filter((path) => !/\/(?:node_modules|dist)\//.test(path));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const withoutCode = (document: string) => document.replace(/^( *)```[^]*?^\1```/gm, '');

/** Returns the cells of the rows of the table whose first column has this heading. */
function tableOf(document: string, heading: string): string[][] {
  const lines = document.slice(document.search(new RegExp(`^\\| ${heading} `, 'm'))).split('\n');
  const rows = lines.slice(2, lines.indexOf(''));
  return rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

const architecture = read('docs/architecture.md');

it('architecture.md has each shared library, with the libraries that its package.json names', () => {
  const rows = tableOf(architecture, 'folder');
  const shared = rows.flatMap(([folder = '', , imports = '']) => {
    const [, name] = /^`libs\/shared\/(\S+)`$/.exec(folder) ?? [];
    return name ? [[name, imports.replace(/`|shared\//g, '')]] : [];
  });
  const manifests = files.filter((file) => /^libs\/shared\/[^/]+\/package\.json$/.test(file));
  const expected = manifests.map((file) => {
    const { dependencies = {} } = JSON.parse(read(file)) as { dependencies?: object };
    const ours = Object.keys(dependencies).filter((name) => name.startsWith('@petstore/'));
    return [file.split('/')[2]!, ours.map((name) => name.slice('@petstore/'.length)).join(', ') || 'nothing'];
  });
  const sorted = (list: string[][]) =>
    Object.fromEntries(list.map(([name, imports]) => [name, imports!.split(', ').sort()]));
  expect(sorted(shared)).toEqual(sorted(expected));
});

it('architecture.md names specs and faults that exist', () => {
  const protectedBy = tableOf(architecture, 'what').map((cells) => cells[3]!);
  const specs = files.filter((file) => file.endsWith('.spec.ts')).join('\n');
  const faults = tableOf(read('docs/reliability.md'), 'fault').map(([fault]) => fault);
  expect(protectedBy.length).toBeGreaterThan(10);
  const missing = protectedBy.flatMap((cell) => {
    const [named = '', faultNames = ''] = cell.split(/faults? /);
    const [specNames, rowNames] = [named, faultNames].map((text) =>
      [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
    );
    return [
      ...specNames!.filter((name) => !specs.includes(name)),
      ...rowNames!.filter((name) => !faults.includes(name)),
    ];
  });
  expect(missing).toEqual([]);
});

/** The anchors of the headings, as GitHub makes them. */
function anchorsOf(document: string): string[] {
  const headings = [...withoutCode(document).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!);
  return headings.map((heading) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it('each link between documents leads to a file and a heading', () => {
  const dead = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...withoutCode(read(file)).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
        ([link, path, anchor]) => {
          const target = path ? join(dirname(file), path) : file;
          const isFound = existsSync(join(root, target)) && (!anchor || anchorsOf(read(target)).includes(anchor));
          return isFound ? [] : [`${file}: ${link}`];
        },
      ),
    );
  expect(dead).toEqual([]);
});
