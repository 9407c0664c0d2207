import { versionPrefix } from '../paths.ts';

/** Path of the list of pets. The path of one pet is below it. */
export const petsPath = `${versionPrefix}/pets`;
