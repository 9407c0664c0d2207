import { setFlagsFromString } from 'node:v8';

// Turns off V8's pretenuring. With it, V8 allocates the objects of a call site in the old generation if many of them survived a
// garbage collection. After a busy start this can happen to objects of requests, and the process is slow until it ends
// (docs/performance.md). `main.ts` imports this file first, because V8 may decide while it loads the modules.
setFlagsFromString('--no-allocation-site-pretenuring');
