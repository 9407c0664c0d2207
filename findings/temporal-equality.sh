#!/bin/sh
# Node 26 has Temporal without a flag. Its values have no own properties, so comparisons by properties find two different instants equal:
# assert.deepStrictEqual of Node itself, toEqual and toStrictEqual of Jest, dequal and remeda. A test that compares records with an instant
# in them passes whatever the instant is. chai, lodash and es-toolkit see the difference, and fast-deep-equal throws a TypeError.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
arch=$(node -p process.arch)
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --engine-strict=false --prefix . "node-linux-$arch@26.10.0" expect@30.5.2 \
  dequal@2.0.3 remeda@2.62.2 chai@6.3.0 lodash@4.18.1 es-toolkit@1.53.2 fast-deep-equal@3.1.3 >npm.log
cat >compare.mjs <<'SCRIPT'
import assert from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import * as chai from 'chai';
import { dequal } from 'dequal';
import { isEqual } from 'es-toolkit';
import { expect } from 'expect';
import fastDeepEqual from 'fast-deep-equal';
import lodash from 'lodash';
import { isDeepEqual } from 'remeda';

const paid = { at: Temporal.Instant.from('2026-01-01T00:00:00Z') };
const due = { at: Temporal.Instant.from('2026-12-31T00:00:00Z') };
const passes = (check) => () => {
  check();
  return true;
};
const comparisons = {
  'node assert.deepStrictEqual': passes(() => assert.deepStrictEqual(paid, due)),
  'node util.isDeepStrictEqual': () => isDeepStrictEqual(paid, due),
  'jest toEqual': passes(() => expect(paid).toEqual(due)),
  'jest toStrictEqual': passes(() => expect(paid).toStrictEqual(due)),
  dequal: () => dequal(paid, due),
  'remeda isDeepEqual': () => isDeepEqual(paid, due),
  'chai deep.equal': passes(() => chai.expect(paid).to.deep.equal(due)),
  'lodash isEqual': () => lodash.isEqual(paid, due),
  'es-toolkit isEqual': () => isEqual(paid, due),
  'fast-deep-equal': () => fastDeepEqual(paid, due),
};
console.log(`node ${process.version}, January and December compared:`);
for (const [name, compare] of Object.entries(comparisons)) {
  try {
    console.log(`${name}: ${compare() ? 'equal' : 'different'}`);
  } catch (error) {
    console.log(`${name}: ${error instanceof TypeError ? 'TypeError' : 'different'}`);
  }
}
SCRIPT
"node_modules/node-linux-$arch/bin/node" compare.mjs | tee seen
cat >expected <<'SEEN'
node v26.10.0, January and December compared:
node assert.deepStrictEqual: equal
node util.isDeepStrictEqual: equal
jest toEqual: equal
jest toStrictEqual: equal
dequal: equal
remeda isDeepEqual: equal
chai deep.equal: different
lodash isEqual: different
es-toolkit isEqual: different
fast-deep-equal: TypeError
SEEN
diff expected seen
