import { join } from 'node:path';
import { settingsTables } from '@petstore/settings';
import { workspaceRoot } from './config.ts';
import { settingGroups } from './settings.ts';

/** Path of the document with all settings. */
export const settingsDocument = join(workspaceRoot, 'docs/settings.md');

/** Returns the document with all settings. */
export function settingsDocumentText(): string {
  return `# Settings

\`npm run settings\` writes this document from the declarations in the code. [Operations](operations.md#settings) has the rules for
all settings. \`npm start -- --help\` prints the same settings. \`petstore doctor\` shows their values and checks them.

${settingsTables(settingGroups)}`;
}
