/**
 * Runs npm in the folder, without the environment of the workspace.
 * @returns its standard output
 * @throws Error with its standard error if it fails
 */
export declare function npm(folder: string, ...args: string[]): Promise<string>;
//# sourceMappingURL=npm.d.ts.map