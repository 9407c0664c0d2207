// The ESLint rules of the boundaries. They read the package.json files and need no project graph of Nx.
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { readSourceFiles } from '../source-files.mjs';
import { checkDependencies } from './check-dependencies.mjs';
import { checkReference } from './check-reference.mjs';
import { environmentReads, mayReadEnvironment } from './environment.mjs';
import { moduleReferences } from './module-references.mjs';
import { Workspace, projectOf } from './projects.mjs';

/** @typedef {import('eslint').Rule.RuleModule} RuleModule */
/** @typedef {import('eslint').Rule.RuleContext} RuleContext */

const root = join(import.meta.dirname, '../../../..');
const workspace = Workspace.read(root);

/** @param {RuleContext} context */
function pathOf({ filename }) {
  return relative(root, filename).split(sep).join('/');
}

/** @type {RuleModule} */
const moduleBoundaries = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    Program() {
      const { sourceCode } = context;
      for (const { specifier, start, end } of moduleReferences(context.filename, sourceCode.text)) {
        const message = checkReference(workspace, pathOf(context), specifier);
        if (!message) continue;
        context.report({
          message,
          loc: { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) },
        });
      }
    },
  }),
};

/** @type {RuleModule} */
const environmentVariables = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    Program() {
      const { sourceCode } = context;
      if (mayReadEnvironment(workspace, pathOf(context))) return;
      const message =
        'Only src/config.ts of an app reads environment variables. Add a setting there and pass its value as a parameter.';
      for (const { start, end } of environmentReads(context.filename, sourceCode.text)) {
        context.report({
          message,
          loc: { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) },
        });
      }
    },
  }),
};

/** @type {RuleModule} */
const declaredDependencies = {
  meta: { type: 'problem', schema: [], fixable: 'code' },
  create: (context) => ({
    Program(node) {
      const path = pathOf(context);
      if (path === 'package.json') return;
      const folder = path.slice(0, -'/package.json'.length);
      const { text } = context.sourceCode;
      const project = projectOf(folder, JSON.parse(text));
      if (!workspace.projects.some((each) => each.folder === folder)) {
        const message = `npm does not see ${path}. Add its folder to "workspaces" of the workspace's package.json.`;
        return context.report({ message, node });
      }
      for (const { message, change } of checkDependencies(
        workspace,
        project,
        readSourceFiles(root, undefined, folder),
      )) {
        context.report({
          message,
          node,
          fix: (fixer) => {
            const fixed = change && applyChange(project.manifest, change);
            return fixed ? fixer.replaceTextRange([0, text.length], `${JSON.stringify(fixed, null, 2)}\n`) : null;
          },
        });
      }
    },
  }),
};

/**
 * Returns the `package.json` with a dependency added or removed; undefined if the package is not installed.
 * @param {import('./projects.mjs').Manifest} manifest
 * @param {{ add?: string, remove?: string }} change
 */
function applyChange({ ...manifest }, { add, remove }) {
  if (add !== undefined) {
    const version = workspace.projectNamed(add)?.manifest.version ?? installedVersion(add);
    if (version === undefined) return undefined;
    const dependencies = Object.entries({ ...manifest.dependencies, [add]: version });
    return { ...manifest, dependencies: Object.fromEntries(dependencies.sort(([a], [b]) => (a < b ? -1 : 1))) };
  }
  for (const kind of /** @type {const} */ ([
    'dependencies',
    'optionalDependencies',
    'peerDependencies',
    'devDependencies',
  ])) {
    const entries = Object.entries(manifest[kind] ?? {}).filter(([name]) => name !== remove);
    if (entries.length > 0) manifest[kind] = Object.fromEntries(entries);
    else delete manifest[kind];
  }
  return manifest;
}

/**
 * Returns the version that the lock file has for the workspace.
 * @param {string} name
 * @returns {string | undefined}
 */
function installedVersion(name) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return packages[`node_modules/${name}`]?.version;
}

export default {
  rules: {
    'module-boundaries': moduleBoundaries,
    'environment-variables': environmentVariables,
    'declared-dependencies': declaredDependencies,
  },
};
