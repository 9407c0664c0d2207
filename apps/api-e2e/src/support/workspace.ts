import { join } from 'node:path';

export const workspace = join(import.meta.dirname, '../../../..');

/** Environment variable with the folder of the unpacked archive, which is in the folder of the archive. */
export const archiveVariable = 'PETSTORE_TEST_ARCHIVE';
