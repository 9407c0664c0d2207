/** Path of the guide: the page with the sections of the document's description. */
export const guidePath = '/docs/guide';

/** Returns the link to the description of an error in the guide, as Markdown. */
export const linkToError = (code: string): string => `[\`${code}\`](${guidePath}#${code})`;
