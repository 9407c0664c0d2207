// For tests of updates: statements of earlier releases.
export { insertPetOnce100 } from './release-1.0.0.ts';
