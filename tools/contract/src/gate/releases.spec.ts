import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runDiffCommand } from './diff-command.ts';
import { compareAllReleases, compareWithLastRelease } from './releases.ts';
import { sampleDocument, type Editable } from './testing/sample-document.ts';

const today = '2026-11-22';
const current = 'apps/api/openapi.yaml';
const currentBeta = 'apps/api/openapi.beta.yaml';
const released = 'docs/releases/1.0.0/openapi.yaml';
const releasedBeta = 'docs/releases/1.0.0/openapi.beta.yaml';
const entriesFile = 'docs/releases/intended-breaks.json';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'contract-gate-'))));
afterEach(() => rmSync(root, { recursive: true }));

/** Writes the files of a workspace with one release. JSON is YAML. */
function write(files: Readonly<Record<string, unknown>>): void {
  const all = {
    'docs/releases/releases.json': [{ version: '1.0.0', date: '2026-11-21', commit: 'fd69b3b' }],
    [entriesFile]: [],
    ...files,
  };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(content));
  }
}

function edited(edit: (document: Editable) => void): Editable {
  const document = sampleDocument();
  edit(document);
  return document;
}

async function rules(): Promise<string[]> {
  return (await compareWithLastRelease(today, root)).changes.map(({ rule, isBeta }) =>
    isBeta ? `beta ${rule}` : rule,
  );
}

const withoutBeta = edited(({ paths }) => delete paths['/samples'].patch);

describe('the document with the beta operations', () => {
  it('is compared with the contract of a release without beta operations', async () => {
    write({ [released]: withoutBeta, [current]: withoutBeta, [currentBeta]: sampleDocument() });
    expect(await rules()).toEqual(['operation-added']);
  });

  it('is compared with the same document of the release', async () => {
    const changed = edited(({ paths }) => delete paths['/samples'].patch.requestBody);
    const files = { [released]: withoutBeta, [current]: withoutBeta, [releasedBeta]: sampleDocument() };
    write({ ...files, [currentBeta]: changed });
    expect(await rules()).toEqual(['beta body-removed']);
  });

  it('may be removed with its operations', async () => {
    write({ [released]: withoutBeta, [current]: withoutBeta, [releasedBeta]: sampleDocument() });
    expect(await rules()).toEqual(['beta operation-removed']);
  });

  it('may not change the contract', async () => {
    const changed = edited(({ paths }) => delete paths['/samples'].get.operationId);
    write({ [released]: withoutBeta, [current]: withoutBeta, [currentBeta]: changed });
    expect(await rules()).toEqual(['operation-id-changed', 'operation-added']);
  });

  it('repeats no change of the contract', async () => {
    const changed = edited(({ servers }) => servers.push({ url: '/v3' }));
    write({
      [released]: sampleDocument(),
      [current]: changed,
      [releasedBeta]: sampleDocument(),
      [currentBeta]: changed,
    });
    expect(await rules()).toEqual(['server-added']);
  });
});

it('compares each release with the one before at its date, and with its own intended breaks', async () => {
  const withoutGet = edited(({ paths }) => delete paths['/samples/{id}']);
  const entry = {
    rule: 'operation-removed-early',
    location: '/paths/~1samples~1{id}/get',
    reason: 'No client calls it.',
  };
  write({
    'docs/releases/releases.json': [
      { version: '1.0.0', date: '2026-11-21', commit: 'fd69b3b' },
      { version: '2.0.0', date: '2030-12-04', commit: 'abcdef0' },
    ],
    [released]: sampleDocument(),
    'docs/releases/2.0.0/openapi.yaml': withoutGet,
    'docs/releases/2.0.0/intended-breaks.json': [entry],
    [current]: withoutGet,
  });
  const [first, second] = await compareAllReleases('2031-01-01', root);
  expect(first).toMatchObject({ from: '1.0.0', to: '2.0.0', intendedBreaks: [entry] });
  expect(first!.changes.map(({ rule }) => rule)).toEqual(['operation-removed-early']);
  expect(second).toMatchObject({ from: '2.0.0', to: undefined, changes: [], intendedBreaks: [] });
});

it('compares integers beyond 2^53 exactly', async () => {
  const yaml = (maximum: string) =>
    `openapi: 3.1.0\npaths:\n  /a:\n    get:\n      parameters:\n        - {name: id, in: query, schema: {maximum: ${maximum}}}\n`;
  write({});
  mkdirSync(join(root, 'apps/api'), { recursive: true });
  mkdirSync(join(root, 'docs/releases/1.0.0'), { recursive: true });
  writeFileSync(join(root, released), yaml('9223372036854775807'));
  writeFileSync(join(root, current), yaml('9223372036854775806'));
  const { changes } = await compareWithLastRelease(today, root);
  expect(changes.map(({ rule, description }) => [rule, description])).toEqual([
    ['request-upper-bound-lowered', '`maximum` changed from `9223372036854775807` to `9223372036854775806`'],
  ]);
});

describe('npm run contract:diff', () => {
  async function run(args: readonly string[] = [], hasColors?: boolean): Promise<[number, string]> {
    let text = '';
    const output = {
      write: (part: string) => (text += part),
      ...(hasColors !== undefined && { hasColors: () => hasColors }),
    };
    const code = await runDiffCommand(args, output, root);
    return [code, text];
  }

  it('exits with 0 if nothing breaks', async () => {
    write({ [released]: sampleDocument(), [current]: edited(({ servers }) => servers.push({ url: '/v3' })) });
    expect(await run()).toEqual([
      0,
      '1.0.0 → the committed documents\n\nCompatible (1)\n  - Document: the server `/v3` was added.\n',
    ]);
  });

  it('exits with 1 if a change breaks clients', async () => {
    write({ [released]: sampleDocument(), [current]: edited(({ paths }) => paths['/samples'].get.parameters.shift()) });
    const [code, text] = await run();
    expect(code).toBe(1);
    expect(text).toContain(`Breaking (1)
  - \`GET /samples\`, query parameter \`limit\`: was removed.
    The service ignores what these clients send.
    parameter-removed at /paths/~1samples/get/parameters/0
`);
  });

  it('exits with 1 if an intended break has no effect', async () => {
    const entry = { rule: 'parameter-removed', location: '/paths', reason: 'It had no effect.' };
    write({ [released]: sampleDocument(), [current]: sampleDocument(), [entriesFile]: [entry] });
    const [code, text] = await run();
    expect(code).toBe(1);
    expect(text).toContain('where nothing breaks');
  });

  it('shows the reason of an intended break', async () => {
    const entry = {
      rule: 'parameter-removed',
      location: '/paths/~1samples/get/parameters/0',
      reason: 'It had no effect.',
    };
    const changed = edited(({ paths }) => paths['/samples'].get.parameters.shift());
    write({ [released]: sampleDocument(), [current]: changed, [entriesFile]: [entry] });
    expect(await run()).toEqual([0, expect.stringContaining('Intended: It had no effect.')]);
  });

  it('decides by --today whether a removal date has come', async () => {
    write({ [released]: sampleDocument(), [current]: edited(({ paths }) => delete paths['/samples/{id}']) });
    expect((await run(['--today', '2030-12-04']))[0]).toBe(1);
    expect((await run(['--today', '2030-12-05']))[0]).toBe(0);
  });

  it('compares two files', async () => {
    write({ 'a.yaml': sampleDocument(), 'b.yaml': edited(({ paths }) => delete paths['/samples'].get.operationId) });
    const [code, text] = await run([join(root, 'a.yaml'), join(root, 'b.yaml')]);
    expect([code, text]).toEqual([1, expect.stringContaining('operation-id-changed')]);
  });

  it('uses colours in a terminal only', async () => {
    write({ [released]: sampleDocument(), [current]: sampleDocument() });
    expect((await run([], true))[1]).toContain('\u001b[');
    expect((await run([], false))[1]).not.toContain('\u001b[');
  });

  it.each([
    ['one file', ['a.yaml'], 'name two documents'],
    ['an invalid date', ['--today', '2026-02-30'], '--today must be a date'],
    ['an unknown option', ['--force'], '--force'],
  ])('refuses %s', async (_, args, message) => {
    await expect(run(args)).rejects.toThrow(message);
  });
});
