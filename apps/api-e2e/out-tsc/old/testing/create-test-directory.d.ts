/** Creates a temporary directory, and deletes it after the last test of the file. The user of PostgreSQL may enter it. */
export declare function createTestDirectory(): string;
//# sourceMappingURL=create-test-directory.d.ts.map