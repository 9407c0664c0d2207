import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveFile } from './archive-file.ts';
import { bundleApp, type App } from './bundle-app.ts';
import { InstalledPackages, type InstalledPackage } from './installed-packages.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
}

const apps: readonly App[] = [
  { folder: 'apps/api', modules: ['set-v8-flags.js', 'main.js'] },
  { folder: 'apps/cli', modules: ['main.js'] },
];

/** Files that a program reads when it runs, by package. */
const readFiles = { 'swagger-ui-dist': ['package.json', 'swagger-ui-bundle.js', 'swagger-ui.css'] };

/** Stacks of errors show the lines of the sources. In the service, the log converts them. */
const petstoreProgram = `#!/usr/bin/env node
process.setSourceMapsEnabled(true);
await import('../apps/cli/dist/main.js');
`;

/** What the archive contains. */
export interface ArchiveContents {
  /** Name of the folder that contains all files. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly files: readonly ArchiveFile[];
  /** The packages whose code it contains. */
  readonly packages: readonly InstalledPackage[];
}

export async function archiveContents(root: string): Promise<ArchiveContents> {
  const manifest = readJson(join(root, 'package.json'));
  const installed = new InstalledPackages(root);
  const bundles = await Promise.all(apps.map((app) => bundleApp(root, app, installed)));
  const readPackages = Object.keys(readFiles).map((name) => installed.find(join(root, 'node_modules', name))!);
  const byPath = new Map(
    [...bundles.flatMap((bundle) => bundle.packages), ...readPackages].map((each) => [each.path, each]),
  );
  const packages = [...byPath.values()];
  const files: ArchiveFile[] = [
    ...bundles.flatMap((bundle) => bundle.files),
    ...apps.map(({ folder }) => ({ path: `${folder}/package.json`, content: appManifest(root, folder) })),
    ...Object.entries(readFiles).flatMap(([name, names]) =>
      names.map((file) => copyOf(root, `node_modules/${name}/${file}`)),
    ),
    { path: 'bin/petstore', content: petstoreProgram, isExecutable: true },
    { path: 'package.json', content: rootManifest(manifest) },
    copyOf(root, 'LICENSE'),
    { path: 'README.md', content: readFileSync(join(import.meta.dirname, '../files/README.md')) },
    { path: 'THIRD-PARTY-NOTICES.md', content: thirdPartyNotices(root, packages) },
  ];
  return { folder: `${manifest.name}-${manifest.version}`, manifest, files, packages };
}

function copyOf(root: string, path: string): ArchiveFile {
  return { path, content: readFileSync(join(root, path)) };
}

/** The programs read their version from it. */
function appManifest(root: string, app: string): string {
  const { name, version } = readJson(join(root, app, 'package.json'));
  return toJson({ name, version, private: true, type: 'module' });
}

/** It has the scripts that messages and documents name, without compiling. */
function rootManifest({ name, version, description, license, engines }: Manifest): string {
  return toJson({
    name,
    version,
    private: true,
    description,
    license,
    type: 'module',
    main: 'apps/api/dist/main.js',
    bin: { petstore: 'bin/petstore' },
    engines,
    scripts: { start: 'exec node apps/api/dist/main.js', petstore: 'exec node bin/petstore' },
  });
}

function readJson(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

function toJson(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
