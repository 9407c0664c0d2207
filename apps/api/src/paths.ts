/** The version prefix of every operation, and where the operations and their documentation stand. */
export const versionPrefix = '/v1';
export const petsPath = `${versionPrefix}/pets`;
export const docsPath = '/docs';
export const healthPath = '/health';
