import { Workspace } from '../boundaries/projects.mjs';

/**
 * The sources of a project that the mutation tests change, and the specs that must detect the changes.
 * @typedef {object} MutatedLibrary
 * @property {string} name name of the Nx project, such as `pets-domain`
 * @property {string} folder path relative to the workspace
 * @property {readonly string[]} mutate glob patterns of the sources, relative to the folder `src`
 * @property {readonly string[]} specs glob patterns of the specs, relative to the folder `src`
 */

/** @typedef {Pick<MutatedLibrary, 'mutate'> & Partial<Pick<MutatedLibrary, 'specs'>>} MutatedFiles By default, `specs` are all unit specs. */

/** @type {MutatedFiles} */
const allFiles = { mutate: ['*.ts'] };

/**
 * The sources by name of the project, or by kind. A new context needs no entry.
 * @type {Readonly<Record<string, MutatedFiles>>}
 */
const mutatedFiles = {
  kernel: allFiles,
  domain: allFiles,
  application: allFiles,
  // The mapping of rows. Only PostgreSQL can test the other files.
  infrastructure: { mutate: ['*{-rows,.table}.ts'] },
  http: {
    mutate: [
      'nest/{error.filter,json-body}.ts',
      'paging/*.ts',
      'request/*.ts',
      // Not platform-errors.ts: it is data of the OpenAPI document, which committed-document.spec.ts of the API compares.
      'response/{error-body,error-catalogue,http-error,request-error}.ts',
      'validation/*.ts',
    ],
    specs: ['nest/{error.filter,json-body}.spec.ts', '{paging,request,response,validation}/*.spec.ts'],
  },
  // The other specs of the folder start the service, which takes seconds for each mutant.
  api: {
    mutate: ['auth/{api-key.guard,auth.errors,bearer-token,is-secret}.ts'],
    specs: ['auth/{api-key.guard,auth.errors,bearer-token,is-secret}.spec.ts'],
  },
};

/**
 * Returns the libraries with mutation tests.
 * @param {string} root absolute path of the workspace
 * @returns {MutatedLibrary[]}
 */
export function mutatedLibraries(root) {
  return Workspace.read(root).projects.flatMap(({ name: packageName, folder, kind }) => {
    const name = packageName.replace('@petstore/', '');
    const files = mutatedFiles[name] ?? mutatedFiles[kind];
    return files ? [{ name, folder, specs: ['**/*.spec.ts'], ...files }] : [];
  });
}
