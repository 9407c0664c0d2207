/**
 * Returns a command line for a POSIX shell.
 * @param variables environment variables of the command
 */
export function shellCommand(words: readonly string[], variables: Readonly<Record<string, string>> = {}): string {
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${shellWord(value)}`);
  return [...assignments, ...words.map(shellWord)].join(' ');
}

/** Quotes a word for a POSIX shell if a character of it has a special meaning. */
export function shellWord(word: string): string {
  return /^[\w%+,./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
