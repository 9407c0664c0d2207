import { secretFileVariable } from './secret-file.ts';
import type { Setting, SettingGroup } from './setting.ts';

const header = '| variable | default | meaning | allowed |\n| --- | --- | --- | --- |\n';

/** Describes settings as Markdown: a heading, the programs and a table for each group. */
export function settingsTables(groups: readonly SettingGroup[]): string {
  return groups
    .map(({ title, programs, settings }) => {
      const rows = Object.values(settings).map(row).join('');
      return `## ${title}\n\nRead by ${programs.join(' and ')}.\n\n${header}${rows}`;
    })
    .join('\n');
}

function row({ variable, shownDefault, meaning, parse, isSecret }: Setting): string {
  const names = isSecret ? [variable, secretFileVariable(variable)] : [variable];
  const cells = [names.map(code).join(' or '), shownDefault && code(shownDefault), meaning, parse.allowed];
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |\n`;
}

function code(text: string): string {
  return `\`${text}\``;
}
