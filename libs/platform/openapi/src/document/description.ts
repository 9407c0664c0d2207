import type { DocumentOptions } from './document-options.ts';
import { errorSection, errorTable, keySection, requestSections } from './platform-sections.ts';

/** Returns how to get an API key, as Markdown. */
export const keyInstructionsOf = ({ keyInstructions }: DocumentOptions): string =>
  keyInstructions ?? 'An operator of the service issues keys.';

/** Returns the sections of the description without the table of errors, which follows the section about errors. */
export function descriptionSections(options: DocumentOptions): {
  readonly beforeErrorTable: readonly string[];
  readonly afterErrorTable: readonly string[];
} {
  const { parts } = options;
  return {
    beforeErrorTable: [
      keySection(keyInstructionsOf(options)),
      ...parts.flatMap(({ sections }) => sections),
      ...requestSections,
      errorSection,
    ],
    afterErrorTable: parts.flatMap(({ closingSections }) => closingSections),
  };
}

/** Returns the description of the document as Markdown. */
export function descriptionOf(options: DocumentOptions): string {
  const { beforeErrorTable, afterErrorTable } = descriptionSections(options);
  return [options.introduction, ...beforeErrorTable, errorTable(options.errors), ...afterErrorTable].join('\n\n');
}
