import { secretFileVariable } from './secret-file.ts';
import type { Setting, SettingGroup } from './setting.ts';

const indent = '  ';
const gap = '  ';

/** Minimum width of the last column, also in a very narrow terminal. */
const minTextWidth = 24;

/**
 * Describes settings as a list with aligned columns: variable, default, meaning and allowed values.
 * @param width columns of the terminal; Infinity for one line per setting
 */
export function describeSettings(groups: readonly SettingGroup[], width: number): string {
  const all = groups.flatMap(({ settings }) => Object.values(settings));
  const nameWidth = longest(all.map(({ variable }) => variable));
  const defaultWidth = longest(all.map(({ shownDefault }) => shownDefault));
  const start = (name: string, text: string) =>
    `${indent}${name.padEnd(nameWidth)}${gap}${text.padEnd(defaultWidth)}${gap}`;
  const blank = start('', '');
  const textWidth = Math.max(minTextWidth, width - blank.length);
  const describe = (each: Setting) =>
    wrap(`${each.meaning}; must be ${each.parse.allowed}${fileNote(each)}`, textWidth)
      .map((line, index) => (index === 0 ? start(each.variable, each.shownDefault) : blank) + line)
      .join('\n');
  return groups
    .map(({ title, settings }) => `${title}:\n${Object.values(settings).map(describe).join('\n')}\n`)
    .join('\n');
}

function fileNote({ variable, isSecret }: Setting): string {
  return isSecret ? `; or set ${secretFileVariable(variable)} to the absolute path of a file that contains it` : '';
}

function longest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}

/** Splits a text at spaces into lines of at most `width` characters. A longer word gets its own line. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
