import type { Manifest } from './archive-files.ts';
import type { InstalledPackage } from './installed-packages.ts';

/**
 * Returns the software bill of materials of the archive: the packages whose code it contains, in the JSON format of CycloneDX 1.6
 * (https://cyclonedx.org/docs/1.6/json/). It has no time and no serial number, so that the same archive has the same bill.
 * @param sha256 of the archive, hexadecimal
 */
export function billOfMaterials(manifest: Manifest, packages: readonly InstalledPackage[], sha256: string): object {
  const components = new Map(packages.map((each) => [packageUrl(each), componentOf(each)]));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': packageUrl(manifest),
        name: manifest.name,
        version: manifest.version,
        description: manifest.description,
        hashes: [{ alg: 'SHA-256', content: sha256 }],
        licenses: [{ expression: manifest.license }],
        purl: packageUrl(manifest),
      },
    },
    components: [...components.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, component]) => component),
    dependencies: [{ ref: packageUrl(manifest), dependsOn: [...components.keys()].sort() }],
  };
}

function componentOf(installed: InstalledPackage): object {
  const { name, version, license, integrity } = installed;
  return {
    type: 'library',
    'bom-ref': packageUrl(installed),
    name,
    version,
    ...(integrity && { hashes: [hashOf(integrity)] }),
    ...(license && { licenses: [{ expression: license }] }),
    purl: packageUrl(installed),
  };
}

/** The package URL (https://github.com/package-url/purl-spec), type npm. */
function packageUrl({ name, version }: { readonly name: string; readonly version: string }): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** @param integrity `sha512-<base64>` or the same with another algorithm */
function hashOf(integrity: string): object {
  const [algorithm = '', base64 = ''] = integrity.split('-');
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(base64, 'base64').toString('hex'),
  };
}
