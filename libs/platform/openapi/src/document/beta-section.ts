/** The section about beta operations, as Markdown, for the document of an application that has some. */
export const betaSection = `## Beta operations

An operation with the mark "beta" and with \`x-stability: beta\` may change or be removed in any release: its path, its members,
its errors and its behaviour. Beta operations exist only on services whose operators turned them on. Operations without the mark
are stable.`;
