import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { ArchiveFile } from './archive-file.ts';
import { keepSources } from './source-map.ts';
import type { InstalledPackage, InstalledPackages } from './installed-packages.ts';

/** A program of the workspace. */
export interface App {
  /** Folder of the app, such as `apps/api`. */
  readonly folder: string;
  readonly modules: readonly string[];
}

export interface Bundle {
  readonly files: readonly ArchiveFile[];
  /** The packages whose code the files contain. */
  readonly packages: readonly InstalledPackage[];
}

/** CommonJS packages call `require`, which ES modules do not have. */
const requireFunction =
  "import { createRequire as createRequireOfChunk } from 'node:module'; const require = createRequireOfChunk(import.meta.url);";

/** Marks the resolution that the plugin itself asks for. */
const isNested = Symbol();

const entryPoint = 'archive-entry-point';

/**
 * Bundles the compiled output of an app and of its libraries. Each dynamic import stays one, so that a start loads only what it
 * needs. The names of classes stay, because TypeORM stores those of migrations. Paths in the source maps are relative to the
 * workspace's folders.
 * @param modules the modules of the app's output to load, one after the other; the last one is the program
 */
export async function bundleApp(
  root: string,
  { folder: app, modules }: App,
  installed: InstalledPackages,
): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [{ in: entryPoint, out: 'main' }],
    // The directory of the compiled output, so that paths relative to a module are those of the workspace. Nothing is written.
    outdir: join(app, 'dist'),
    write: false,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    keepNames: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    banner: { js: requireFunction },
    plugins: [loadInOrder(join(root, app, 'dist'), modules), keepOptionalImports(installed)],
  });
  const packages = new Map(
    Object.keys(metafile.inputs).flatMap((file) => {
      const found = installed.find(file);
      return found ? [[found.path, found]] : [];
    }),
  );
  // TypeORM publishes source maps, whose sources are not installed.
  const isOwn = (source: string) => !/node_modules/.test(source) && existsSync(join(root, app, 'dist', source));
  return {
    files: outputFiles.map(({ path, contents, text }) => ({
      path: relative(root, path).split(sep).join('/'),
      content: path.endsWith('.map') ? keepSources(text, isOwn) : contents,
    })),
    packages: [...packages.values()],
  };
}

/** Imports the modules dynamically, because esbuild evaluates the chunks of static imports in another order. */
function loadInOrder(resolveDir: string, modules: readonly string[]): Plugin {
  const contents = modules.map((name) => `await import('./${name}');\n`).join('');
  return {
    name: 'load-in-order',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^${entryPoint}$`) }, ({ path }) => ({ path, namespace: entryPoint }));
      onLoad({ filter: /^/, namespace: entryPoint }, () => ({ contents, resolveDir }));
    },
  };
}

/**
 * Keeps the import of each package that `npm ci --omit=dev` does not install. It fails in the archive as it does after such an
 * installation. Nest and TypeORM try to import packages that the service does not use.
 */
function keepOptionalImports(installed: InstalledPackages): Plugin {
  return {
    name: 'keep-optional-imports',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^[^./#]/ }, async ({ path, pluginData, ...from }) => {
        if (pluginData === isNested) return undefined;
        const { kind, importer, resolveDir } = from;
        const found = await resolve(path, { kind, importer, resolveDir, pluginData: isNested });
        if (found.errors.length > 0) return { path, external: true };
        const isKept = found.external || !/\/node_modules\//.test(found.path) || installed.find(found.path);
        return isKept ? found : { path, external: true };
      });
    },
  };
}
