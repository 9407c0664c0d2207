/** A block of shell commands of a document. */
export interface DocumentExample {
    readonly command: string;
    /** The JSON that the document says it prints; undefined if no block of JSON follows. */
    readonly output: unknown;
}
/** Returns all shell commands of a document, in their order. @param path relative to the workspace root */
export declare function documentExamples(path: string): DocumentExample[];
/** Runs the command in a shell in the workspace root, and returns its standard output. @param env variables that the command uses */
export declare function runExample(command: string, env: Readonly<Record<string, string>>): Promise<string>;
//# sourceMappingURL=document-examples.d.ts.map