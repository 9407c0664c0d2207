/** Whether this system has the figures of processes in /proc. Without it, `childrenOf` runs pgrep, and the other functions throw. */
export declare const hasProc: boolean;
/** Returns the process ids of the direct children. */
export declare function childrenOf(pid: number): number[];
/** Returns the resident memory of a process in MiB. */
export declare function memoryOf(pid: number): number;
/** Returns the number of open files, sockets included. */
export declare function filesOf(pid: number): number;
/** Returns the milliseconds of CPU time that the main thread has used. In Node, it runs the event loop. */
export declare function eventLoopTimeOf(pid: number): number;
/** Returns the number of files that this process, and each process that it starts, may open. */
export declare function openFileLimit(): number;
//# sourceMappingURL=proc.d.ts.map