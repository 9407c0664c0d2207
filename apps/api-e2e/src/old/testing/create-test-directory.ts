import { createTemporaryDirectory, removeTemporaryDirectory } from '@petstore/processes';

/** Creates a temporary directory, and deletes it after the last test of the file. The user of PostgreSQL may enter it. */
export function createTestDirectory(): string {
  const directory = createTemporaryDirectory();
  afterAll(() => removeTemporaryDirectory(directory));
  return directory;
}
