import type { Import } from './import-graph.ts';
import { isTest } from './source-files.ts';

/**
 * Chains of levels, lowest first. A part is one or more paths relative to `folder`, separated by spaces; `*.ts` stands for
 * the files of `folder` itself that no other part names, and `*` for its folders that no other part names, each of them a part.
 * A file may import its own part and lower levels of its chain, not another part of its level and not another chain.
 * `index.ts` of `folder` may import everything, and no file of the folder may import it. A path that does not exist is allowed: the data describes the planned structure as well.
 */
export interface FolderOrder {
  readonly folder: string;
  readonly chains: readonly (readonly (readonly string[])[])[];
}

/** The order of the folders. ESLint does not repeat it. */
export const folderOrders: readonly FolderOrder[] = [
  {
    folder: 'libs/platform/http/src',
    chains: [
      [
        ['context'],
        ['response'],
        ['request'],
        ['validation', 'tuning', 'paging'],
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
        ['application-options.ts', 'server-settings.ts'],
        ['root.module.ts', 'document-options.ts', 'metrics-options.ts'],
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
        ['connection'],
        ['batching'],
        ['idempotency'],
        ['embedded'],
        ['database-settings.ts'],
        ['database.ts'],
      ],
    ],
  },
  {
    folder: 'apps/api/src',
    chains: [
      [
        ['paths.ts', 'version.ts', 'tuning.ts', 'database.errors.ts', 'set-v8-flags.ts'],
        ['first-key.ts'],
        ['*'],
        ['database.adapter.ts', 'start-message.ts'],
        ['contexts.ts'],
        ['document-texts.ts'],
        ['config.ts'],
        ['app.module.ts'],
        ['application-options.ts'],
        ['committed-document.ts'],
        ['main.ts', 'write-openapi.ts'],
      ],
    ],
  },
  {
    folder: 'tools/faults/src',
    chains: [
      [['environment'], ['*.ts'], ['rows'], ['report.ts'], ['run-rows.ts', 'run-to-exit.ts'], ['soak', 'main.ts']],
    ],
  },
];

interface Position {
  readonly part: string;
  readonly chain: number;
  readonly level: number;
}

/** Describes each import between production files that is against the order, and each file that has no place in it. */
export function orderViolations(
  imports: readonly Import[],
  files: readonly string[],
  orders: readonly FolderOrder[] = folderOrders,
): string[] {
  return orders.flatMap((order) => {
    const isChecked = (path: string) => path.startsWith(`${order.folder}/`) && !isTest(path);
    const unplaced = files
      .filter((path) => isChecked(path) && !isIndex(path, order) && !positionOf(path, order))
      .map((path) => `${path} is not in the folder order`);
    const wrong = imports
      .filter(({ from, to }) => isChecked(from) && isChecked(to) && !isAllowed(from, to, order))
      .map(({ from, to }) => `${from} → ${to}`);
    return [...unplaced, ...new Set(wrong)];
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

/** The position of the part with the longest path that contains the file. */
function positionOf(path: string, { folder, chains }: FolderOrder): Position | undefined {
  const relative = path.slice(folder.length + 1);
  let longest = -1;
  let found: Position | undefined;
  chains.forEach((levels, chain) =>
    levels.forEach((parts, level) =>
      parts.forEach((part) =>
        part.split(' ').forEach((candidate) => {
          const length = matchLength(relative, candidate);
          if (length > longest) {
            longest = length;
            found = { part: candidate === '*' ? relative.split('/')[0]! : part, chain, level };
          }
        }),
      ),
    ),
  );
  return found;
}

function matchLength(relative: string, candidate: string): number {
  if (candidate === '*.ts') return relative.includes('/') ? -1 : 0;
  if (candidate === '*') return relative.includes('/') ? 0 : -1;
  return relative === candidate || relative.startsWith(`${candidate}/`) ? candidate.length : -1;
}
