import { join } from 'node:path';
import { dataName, upgradedDataName, upgradeName } from '../cluster.ts';

/** The paths of an upgrade. All are in the data directory of the service, so that a rename suffices. */
export class UpgradePaths {
  /** PostgreSQL's data directory: before the upgrade the old one, then the new one. */
  readonly data: string;
  /** Contains everything that the upgrade creates until it has succeeded. */
  readonly work: string;
  /** Directory of the old server's sockets and log. Its data is `data`. */
  readonly oldCluster: string;
  /** Directory of the new server. */
  readonly newCluster: string;
  /** PostgreSQL's data directory of the new server. */
  readonly newData: string;
  /** The same directory when its content is complete and verified, and its server has stopped. */
  readonly completeData: string;
  /** Directory of the file with a copied table. It belongs to the server's user. */
  readonly copies: string;
  /** Folder in which npm installs the old version. */
  readonly npm: string;

  constructor(readonly directory: string) {
    this.data = join(directory, dataName);
    this.work = join(directory, upgradeName);
    this.newCluster = join(this.work, 'new');
    this.newData = join(this.newCluster, dataName);
    this.completeData = join(directory, upgradedDataName);
    this.oldCluster = join(this.work, 'old');
    this.copies = join(this.work, 'copies');
    this.npm = join(this.work, 'npm');
  }

  /** Where the old data is kept after the upgrade. */
  kept(majorVersion: string): string {
    return `${this.data}-${majorVersion}`;
  }
}
