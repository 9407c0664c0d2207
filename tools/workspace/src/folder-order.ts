import type { Import } from './import-graph.ts';
import { isTest } from './source-files.mjs';

/**
 * The order of the parts of a folder. A part is a file or a folder. A level is a list of parts. A chain is a list of levels,
 * lowest first. A file may import files of the same part and of lower levels of its chain. It may not
 * import another part of its level, or a part of another chain. `index.ts` of the folder may import everything, and no file of
 * the folder may import it.
 */
export interface FolderOrder {
  /** Path relative to the workspace. */
  readonly folder: string;
  /**
   * Chains of levels of parts. The path of a part is relative to `folder`. A part may also be one of two patterns:
   * - `*.ts`: the files directly in `folder` that no other part names
   * - `*`: each folder in `folder` that no other part names, as a separate part
   */
  readonly chains: readonly (readonly (readonly string[])[])[];
}

/** The orders that `imports.spec.ts` enforces. ESLint does not check them. */
export const folderOrders: readonly FolderOrder[] = [
  {
    folder: 'libs/platform/http/src',
    chains: [
      [
        ['context'],
        ['response'],
        ['request'],
        ['tuning'],
        ['validation', 'paging'],
        ['server'],
        ['nest'],
        ['health', 'rate-limit'],
      ],
    ],
  },
  { folder: 'libs/platform/openapi/src', chains: [[['lazy'], ['schema'], ['document'], ['ui']]] },
  {
    folder: 'libs/platform/telemetry/src',
    chains: [
      [['log/tuning'], ['log'], ['access-log']],
      [['metrics/tuning'], ['metrics'], ['start-metrics.ts']],
    ],
  },
  {
    folder: 'libs/platform/bootstrap/src',
    chains: [
      [
        ['application-options.ts', 'server-setting-declarations.ts'],
        ['server-settings.ts', 'providers-of.ts'],
        ['settings.ts'],
        ['root.module.ts', 'document-options.ts', 'metrics-options.ts', 'start-periodic-jobs.ts'],
        ['create-application.ts'],
        ['openapi-texts.ts', 'application-server.ts'],
        ['run-server.ts'],
      ],
    ],
  },
  {
    folder: 'libs/platform/testing/src',
    chains: [[['raw'], ['check'], ['arbitraries'], ['properties'], ['application'], ['metrics'], ['example']]],
  },
  {
    folder: 'libs/shared/database/src',
    chains: [
      [
        ['*.ts'],
        ['batching'],
        ['idempotency'],
        ['embedded'],
        ['database-settings.ts'],
        ['database-variables.ts', 'database.ts'],
        ['settings.ts'],
      ],
    ],
  },
  {
    folder: 'apps/api/src',
    chains: [
      [
        ['paths.ts', 'version.ts', 'database.errors.ts', 'set-v8-flags.ts', 'shell-command.ts'],
        ['first-key.ts'],
        ['*'],
        ['database.adapter.ts', 'ordered-pets.adapter.ts', 'pet-orders.adapter.ts'],
        ['adoption.module.ts'],
        ['adoption.document-part.ts'],
        ['contexts.ts'],
        ['document-texts.ts'],
        ['settings.ts'],
        ['config.ts', 'help.ts'],
        ['start-message.ts'],
        ['app.module.ts'],
        ['application-options.ts'],
        ['committed-document.ts', 'prepare-server.ts', 'settings-document.ts'],
        ['main.ts', 'write-openapi.ts', 'write-settings.ts'],
      ],
    ],
  },
  { folder: 'tools/contract/src/gate', chains: [[['model'], ['comparison'], ['rules'], ['*.ts']]] },
  { folder: 'tools/cluster/src', chains: [[['hosts'], ['servers'], ['cluster'], ['rows'], ['*.ts']]] },
  {
    folder: 'tools/faults/src',
    chains: [
      [
        ['environment'],
        ['mirror'],
        ['*.ts'],
        ['rows'],
        ['report.ts'],
        ['run-rows.ts', 'run-to-exit.ts'],
        ['soak', 'main.ts'],
      ],
    ],
  },
];

interface Position {
  readonly part: string;
  readonly chain: number;
  readonly level: number;
}

/** Lists the imports between production files that an order does not allow, and the files that an order does not contain. */
export function orderViolations(
  imports: readonly Import[],
  files: readonly string[],
  orders: readonly FolderOrder[] = folderOrders,
): string[] {
  return orders.flatMap((order) => {
    const isChecked = (path: string) => path.startsWith(`${order.folder}/`) && !isTest(path);
    const unlisted = files
      .filter((path) => isChecked(path) && !isIndex(path, order) && !positionOf(path, order))
      .map((path) => `${path} is not in the folder order`);
    const disallowed = imports
      .filter(({ from, to }) => isChecked(from) && isChecked(to) && !isAllowed(from, to, order))
      .map(({ from, to }) => `${from} → ${to}`);
    return [...unlisted, ...new Set(disallowed)];
  });
}

/** Lists the parts that match no production file. */
export function emptyParts(files: readonly string[], orders: readonly FolderOrder[] = folderOrders): string[] {
  return orders.flatMap(({ folder, chains }) => {
    const paths = files
      .filter((path) => path.startsWith(`${folder}/`) && !isTest(path))
      .map((path) => path.slice(folder.length + 1));
    return chains
      .flat(2)
      .filter((part) => !paths.some((path) => matchLength(path, part) >= 0))
      .map((part) => `${folder}/${part}`);
  });
}

function isAllowed(from: string, to: string, order: FolderOrder): boolean {
  if (isIndex(from, order) || isIndex(to, order)) return !isIndex(to, order);
  const importing = positionOf(from, order);
  const imported = positionOf(to, order);
  // Files without a position are reported once, not for each import.
  if (!importing || !imported) return true;
  if (importing.chain !== imported.chain) return false;
  return imported.part === importing.part || imported.level < importing.level;
}

function isIndex(path: string, { folder }: FolderOrder): boolean {
  return path === `${folder}/index.ts`;
}

/** Returns the position of the most specific part that contains the file; undefined if there is none. */
function positionOf(path: string, { folder, chains }: FolderOrder): Position | undefined {
  const relative = path.slice(folder.length + 1);
  let longest = -1;
  let found: Position | undefined;
  chains.forEach((levels, chain) =>
    levels.forEach((parts, level) =>
      parts.forEach((candidate) => {
        const length = matchLength(relative, candidate);
        if (length <= longest) return;
        longest = length;
        found = { part: candidate === '*' ? relative.split('/')[0]! : candidate, chain, level };
      }),
    ),
  );
  return found;
}

/** Returns how specific the match is: the length of `candidate`, 0 if it is a pattern, -1 if it does not match the file. */
function matchLength(relative: string, candidate: string): number {
  if (candidate === '*.ts') return relative.includes('/') ? -1 : 0;
  if (candidate === '*') return relative.includes('/') ? 0 : -1;
  return relative === candidate || relative.startsWith(`${candidate}/`) ? candidate.length : -1;
}
