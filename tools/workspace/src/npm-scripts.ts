/** Returns the names of the npm scripts in the first column of the tables of a Markdown text, such as `start` and `petstore`. */
export function describedScripts(markdown: string): string[] {
  return [...markdown.matchAll(/^\| `npm (?:run )?([\w:]+)`\s*\|/gm)].map(([, name]) => name!);
}
