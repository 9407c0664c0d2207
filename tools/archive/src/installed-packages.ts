import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** An npm package that is installed in the workspace. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; undefined if the package names its license otherwise. */
  readonly license: string | undefined;
  /** Subresource Integrity of its tarball; undefined if the lock file has none. */
  readonly integrity: string | undefined;
  /** Path of its folder, relative to the workspace. */
  readonly path: string;
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: true;
}

const folderOfPackages = 'node_modules/';

/** The packages of the lock file, as `npm ci --omit=dev` installs them. */
export class InstalledPackages {
  private readonly locked: Readonly<Record<string, LockedPackage>>;

  constructor(private readonly root: string) {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, LockedPackage>;
    };
    this.locked = lock.packages;
  }

  /**
   * Returns the package of a file.
   * @param file absolute path, or path relative to the workspace
   * @returns undefined for a file of the workspace, and for a package that only development needs
   */
  find(file: string): InstalledPackage | undefined {
    const path = file.startsWith(this.root + sep) ? file.slice(this.root.length + 1) : file;
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
    const { version, license, integrity, dev } = (folder && this.locked[folder]) || {};
    if (folder === undefined || version === undefined || dev) return undefined;
    const name = folder.slice(folder.lastIndexOf(folderOfPackages) + folderOfPackages.length);
    return { name, version, license, integrity, path: folder };
  }
}
