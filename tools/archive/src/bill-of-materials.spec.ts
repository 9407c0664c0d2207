import { createHash } from 'node:crypto';
import { billOfMaterials } from './bill-of-materials.ts';

const manifest = { name: 'petstore', version: '1.0.0', description: 'A store.', license: 'MIT', engines: {} };
const digest = createHash('sha512').update('tarball').digest();
const common = {
  name: '@nestjs/common',
  version: '12.5.1',
  license: 'MIT',
  integrity: `sha512-${digest.toString('base64')}`,
  path: 'node_modules/@nestjs/common',
};
const unlicensed = {
  name: 'bintrees',
  version: '1.0.2',
  license: undefined,
  integrity: undefined,
  path: 'node_modules/bintrees',
};

it('lists each version of a package once, in the order of their names', () => {
  const again = { ...common, path: 'node_modules/other/node_modules/@nestjs/common' };
  expect(billOfMaterials(manifest, [unlicensed, common, again], 'ab')).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: 'petstore', version: '1.0.0', hashes: [{ alg: 'SHA-256', content: 'ab' }] } },
    components: [
      {
        name: '@nestjs/common',
        purl: 'pkg:npm/%40nestjs/common@12.5.1',
        licenses: [{ expression: 'MIT' }],
        hashes: [{ alg: 'SHA-512', content: digest.toString('hex') }],
      },
      { name: 'bintrees', purl: 'pkg:npm/bintrees@1.0.2' },
    ],
    dependencies: [
      { ref: 'pkg:npm/petstore@1.0.0', dependsOn: ['pkg:npm/%40nestjs/common@12.5.1', 'pkg:npm/bintrees@1.0.2'] },
    ],
  });
});
