// Starts, observes and ends processes: the built service, the `petstore` command and other programs. For tests and tools.
export { childProcesses } from './child-processes.ts';
export { type CpuTimes, cpuTimeOf, cpuTimeOfMainThread, cpuTimeOfTree, cpuTimesOf } from './cpu-time.ts';
export { freePorts } from './free-ports.ts';
export { petstore, petstoreOutput, petstoreProcess } from './petstore.ts';
export { memoryOf, parentOf } from './proc.ts';
export { childrenOf, signalIfAlive } from './process-tree.ts';
export { relaxedTimeouts } from './relaxed-timeouts.ts';
export { mainFileOf, runApp, type AppProcess } from './run-app.ts';
export { ServerProcess, type Command } from './server-process.ts';
export { ServiceProcess, startExpectingFailure, type DatabaseLocation } from './service-process.ts';
export { createTemporaryDirectory, removeTemporaryDirectory } from './temporary-directory.ts';
export { waitForExit, type ProcessResult } from './wait-for-exit.ts';
