import { apiKeyAccessLevels } from '@petstore/access-domain';

const accessList = apiKeyAccessLevels.map((access) => `'${access}'`).join(', ');

/** Returns the constraint that the column `access` of a table contains an access level. */
export const accessCheck = (table: string) => ({
  name: `${table}_access_check`,
  expression: `access IN (${accessList})`,
});
