import { setFlagsFromString } from 'node:v8';

/**
 * V8 gives objects of some kinds a long life from birth when many of that kind were alive at one moment, which a busy start
 * can make of those of requests. A process with that bad luck kept it: some 60 % more CPU a request, all of it in the
 * collector. Imported before all else.
 */
setFlagsFromString('--no-allocation-site-pretenuring');
