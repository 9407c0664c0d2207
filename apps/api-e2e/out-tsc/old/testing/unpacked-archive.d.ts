import { ServiceProcess, type DatabaseLocation, type ProcessResult } from '@petstore/processes';
/** The production archive, built and unpacked in an empty directory. */
export declare class UnpackedArchive {
    readonly folder: string;
    private constructor();
    /** Builds and unpacks it. @param directory an empty directory outside of the workspace */
    static create(directory: string): UnpackedArchive;
    /** Paths of all files, relative to the folder. */
    files(): string[];
    /** Runs the program `petstore` as an operator does, by its path. */
    petstore(location: DatabaseLocation, ...args: string[]): Promise<ProcessResult>;
    /** Starts the service on a free port and waits until it is ready. */
    startService(location: DatabaseLocation): Promise<ServiceProcess>;
    /** Runs the service until it exits. */
    runService(env: Record<string, string>): Promise<ProcessResult>;
    private spawn;
}
//# sourceMappingURL=unpacked-archive.d.ts.map