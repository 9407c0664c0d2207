/** Error codes of a file system that this process may not write to. */
const readOnlyCodes = ['EACCES', 'EPERM', 'EROFS'];

/**
 * Returns the code of an error of Node, such as `ENOENT`; undefined for other errors.
 * @param {unknown} error
 */
export function errorCode(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code;
}

/**
 * Whether the error says that this process may not write to the file system.
 * @param {unknown} error
 */
export function isReadOnlyError(error) {
  return readOnlyCodes.includes(errorCode(error) ?? '');
}
