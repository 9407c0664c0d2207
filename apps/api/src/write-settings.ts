import { writeFileSync } from 'node:fs';
import { settingsDocument, settingsDocumentText } from './settings-document.ts';

writeFileSync(settingsDocument, settingsDocumentText());
