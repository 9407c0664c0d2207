import { UnexpectedShape } from './source-edit.mjs';

/** The loops of the commands over the tables: one copies the rows, one continues the ids. */
const loops = /^for table in .*?(?= api_key)/gm;

/**
 * Adds a table, which has an identity column `id`, to the commands of docs/operations.md that move the data to another PostgreSQL.
 * @param {string} text
 * @param {string} table
 * @throws {UnexpectedShape} if the document does not have exactly two loops over the tables
 */
export function addMovedTable(text, table) {
  if (text.match(loops)?.length !== 2) throw new UnexpectedShape('it has no two lines `for table in … api_key…`');
  return text.replace(loops, `$& ${table}`);
}
