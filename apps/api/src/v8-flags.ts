import { setFlagsFromString } from 'node:v8';

// `main.ts` imports only this file statically, because the flags apply while it loads the other modules.

// Turns off V8's pretenuring. With it, V8 allocates the objects of a call site in the old generation if many of them survived a
// garbage collection. After a busy start this can happen to objects of requests, and the process is slow until it ends
// (docs/performance.md).
setFlagsFromString('--no-allocation-site-pretenuring');

// Keeps the young generation at its first size. The start would let it grow to 32 MB, which an idle service then keeps.
setFlagsFromString('--semi-space-growth-factor=1');

/** Lets the young generation grow again, by V8's default factor, as soon as requests need it. Call it after the start. */
export function allowGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
}
