/** Names that the document uses for the machines and folders of the reader, and the names in the test. */
export type Placeholders = readonly (readonly [inDocument: string, inTest: string])[];
/**
 * Returns the blocks of shell commands of a section of docs/operations.md, without those of its subsections.
 * @throws Error if the section has another number of blocks, because the test must execute all of them
 */
export declare function sectionBlocks(heading: string, count: number): string[];
/** A shell of an operator, in an empty directory. `npm run -s petstore` runs the built program, and `npm start` does nothing. */
export declare class OperatorShell {
    private readonly directory;
    private readonly placeholders;
    private readonly path;
    /**
     * @param directory working directory; must exist
     * @param programs folder of the programs of PostgreSQL
     */
    constructor(directory: string, programs: string, placeholders: Placeholders);
    /** Runs the commands in a shell that ends at the first failure, and returns standard output. @throws Error with standard error */
    run(commands: string, env?: Readonly<Record<string, string>>): Promise<string>;
}
//# sourceMappingURL=operator-shell.d.ts.map