import { versionPrefix } from '../paths.ts';

/** Path of the operations on pets. */
export const petsPath = `${versionPrefix}/pets`;
