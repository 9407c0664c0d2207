import type { Import } from './import-graph.ts';
import { isTest } from './source-files.ts';

/** For each folder, the folders outside it that its production files may import. */
export type Layers = Readonly<Record<string, readonly string[]>>;

const kernel = 'libs/shared/kernel';
const settings = 'libs/shared/settings';
const database = 'libs/shared/database';
const http = 'libs/platform/http';
const openapi = 'libs/platform/openapi';
const telemetry = 'libs/platform/telemetry';
const bootstrap = 'libs/platform/bootstrap';

/**
 * Returns the allowed imports between libraries, apps and tools. ESLint checks almost the same by project tags.
 * @param contexts names of the contexts, such as `pets`
 */
export function layersOf(contexts: readonly string[]): Layers {
  const all = (layer: string) => contexts.map((name) => `libs/${name}/${layer}`);
  const app = [kernel, settings, database, http, openapi, telemetry, bootstrap, 'libs/contexts'].concat(
    all('domain'),
    all('application'),
    all('infrastructure'),
  );
  return {
    [kernel]: [],
    [settings]: [kernel],
    [database]: [kernel, settings],
    [http]: [kernel, settings],
    [openapi]: [kernel, http],
    [telemetry]: [kernel, settings, http],
    [bootstrap]: [kernel, settings, http, openapi, telemetry],
    'libs/platform/testing': [kernel, settings, http, openapi, telemetry, bootstrap, 'tools/contract'],
    ...Object.fromEntries(contexts.flatMap((name) => Object.entries(contextLayers(`libs/${name}`)))),
    'libs/contexts': [database, ...all('infrastructure')],
    'libs/client': [],
    'apps/api': app,
    'apps/cli': app,
    tools: ['tools', 'libs/client', database, settings],
  };
}

function contextLayers(context: string): Layers {
  return {
    [`${context}/domain`]: [kernel],
    [`${context}/application`]: [`${context}/domain`, kernel],
    [`${context}/infrastructure`]: [`${context}/domain`, kernel, settings, database],
  };
}

/** Lists the imports of production files that the layers do not allow. */
export function layerViolations(imports: readonly Import[], layers: Layers): string[] {
  const disallowed = imports
    .filter(({ from, to }) => isLayered(from) && !isAllowed(from, to, layers))
    .map(({ from, to }) => `${from} → ${to}`);
  return [...new Set(disallowed)];
}

/** Whether the layers apply to the file: not to tests, nor to configuration files outside of apps, libraries and tools. */
function isLayered(path: string): boolean {
  return /^(?:apps|libs|tools)\//.test(path) && !isTest(path);
}

/** A file outside of all listed folders may import nothing. The longest listed folder that contains the file applies. */
function isAllowed(from: string, to: string, layers: Layers): boolean {
  const folder = Object.keys(layers)
    .filter((each) => isIn(from, each))
    .sort((a, b) => b.length - a.length)[0];
  if (folder === undefined) return false;
  return isIn(to, folder) || layers[folder]!.some((allowed) => isIn(to, allowed));
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}
