import { styleText } from 'node:util';
import type { Change } from './classify.ts';
import { sentenceOf } from './describe-change.ts';
import { intendedBreakOf, isForbidden, unusedEntries, type IntendedBreak } from './intended-breaks.ts';
import { intendedBreaksFile, releasesFolder } from './releases.ts';

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

interface Section {
  readonly title: string;
  readonly style: Style;
  readonly changes: readonly Change[];
}

const entriesPath = `${releasesFolder}/${intendedBreaksFile}`;

/** Lists the breaking changes of stable operations without an entry, and the entries without a breaking change. */
export function problemsOf(changes: readonly Change[], entries: readonly IntendedBreak[]) {
  return {
    breaks: changes.filter((change) => isForbidden(change) && !intendedBreakOf(change, entries)),
    unused: unusedEntries(changes, entries),
  };
}

/**
 * Describes the problems, and what to do.
 * @returns an empty text if there are none
 */
export function problemsText(changes: readonly Change[], entries: readonly IntendedBreak[]): string {
  const { breaks, unused } = problemsOf(changes, entries);
  const breakTexts = breaks.map((change) => {
    const entry = { rule: change.rule, location: change.location, reason: 'why clients must accept it' };
    return [
      `Breaking: ${sentenceOf(change)}`,
      `  ${change.consequence ?? ''}`,
      `  Undo the change. If it is intended, add to ${entriesPath}:`,
      `  ${JSON.stringify(entry)}`,
    ].join('\n');
  });
  const unusedTexts = unused.map(
    ({ rule, location }) =>
      `${entriesPath} has an entry for ${rule} at ${location}, where nothing breaks. Remove or correct the entry.`,
  );
  return [...breakTexts, ...unusedTexts].join('\n\n');
}

/**
 * Describes all changes, the most severe first.
 * @param hasColors whether the output shows colours
 */
export function reportText(
  title: string,
  changes: readonly Change[],
  entries: readonly IntendedBreak[],
  hasColors: boolean,
): string {
  const { breaks, unused } = problemsOf(changes, entries);
  const intended = changes.filter((change) => intendedBreakOf(change, entries));
  const isText = ({ rule }: Change) => rule === 'text-changed';
  const texts = changes.filter(isText);
  const bySeverity = (severity: Change['severity']) =>
    changes.filter((change) => change.severity === severity && !isText(change));
  const sections: readonly Section[] = [
    { title: 'Breaking', style: 'red', changes: breaks },
    { title: 'Breaking, intended', style: 'yellow', changes: intended },
    { title: 'Breaking, beta', style: 'yellow', changes: bySeverity('breaking').filter(({ isBeta }) => isBeta) },
    { title: 'Risky', style: 'yellow', changes: bySeverity('risky') },
    { title: 'Compatible', style: 'green', changes: bySeverity('compatible') },
  ];
  const style = (format: Style, text: string) =>
    hasColors ? styleText(format, text, { validateStream: false }) : text;
  const blocks = sections
    .filter(({ changes: listed }) => listed.length > 0)
    .map((section) => {
      const lines = section.changes.map((change) => changeText(change, intendedBreakOf(change, entries), style));
      return `${style('bold', style(section.style, `${section.title} (${section.changes.length})`))}\n${lines.join('\n')}`;
    });
  if (texts.length > 0) blocks.push(`${style('bold', `Texts and examples (${texts.length})`)}\n  ${textPlaces(texts)}`);
  if (changes.length === 0) blocks.push('No changes.');
  if (unused.length > 0) blocks.push(problemsText([], unused));
  return `${[style('bold', title), ...blocks].join('\n\n')}\n`;
}

/** Names the operations whose texts have changed. */
export function textPlaces(changes: readonly Change[]): string {
  const operations = new Set(
    changes.flatMap(({ places }) => places.map(({ operation }) => operation ?? 'the general description')),
  );
  return [...operations].sort().join(', ');
}

function changeText(
  change: Change,
  entry: IntendedBreak | undefined,
  style: (format: Style, text: string) => string,
): string {
  const notes = [
    ...(entry ? [`Intended: ${entry.reason}`] : change.consequence ? [change.consequence] : []),
    ...(change.severity === 'compatible' ? [] : [`${change.rule} at ${change.location}`]),
  ];
  const sentence = sentenceOf(change).replaceAll(/`([^`]+)`/g, (span, text: string) => {
    const styled = style('cyan', text);
    return styled === text ? span : styled;
  });
  return [`  - ${sentence}`, ...notes.map((note) => `    ${style('dim', note)}`)].join('\n');
}
