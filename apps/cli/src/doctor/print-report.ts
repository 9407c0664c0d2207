import { styleText } from 'node:util';
import { escapeControlCharacters, type InspectedSetting } from '@petstore/settings';
import { printTable } from '../table.ts';
import type { Finding } from './finding.ts';

const symbols = { ok: '✓', warning: '!', problem: '✗' } as const;
const colors = { ok: 'green', warning: 'yellow', problem: 'red' } as const;
const indent = '  ';

/**
 * Prints the settings that have a value, and the findings, on standard output. Elsewhere than in a terminal, each line has
 * fields that are separated by tabs.
 * @param file path of the environment file
 */
export function printReport(settings: readonly InspectedSetting[], findings: readonly Finding[], file: string): void {
  printTable(
    ['setting', 'value', 'from'],
    settings.flatMap(({ variable, value, source }) =>
      value === undefined ? [] : [[variable, value, source === 'file' ? file : source]],
    ),
  );
  process.stdout.write(`\n${findings.map(process.stdout.isTTY ? terminalLines : plainLine).join('')}`);
  process.stdout.write(`\n${summary(findings)}\n`);
}

function plainLine({ state, check, message, remedy }: Finding): string {
  return `${[state, check, message, ...(remedy ? [remedy] : [])].map(escapeControlCharacters).join('\t')}\n`;
}

function terminalLines({ state, check, message, remedy }: Finding): string {
  const paint = (text: string) => (process.stdout.hasColors() ? styleText(colors[state], text) : text);
  const first = `${indent}${paint(symbols[state])} ${check}: ${escapeControlCharacters(message)}\n`;
  return remedy ? `${first}${indent}${indent}→ ${escapeControlCharacters(remedy)}\n` : first;
}

function summary(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((each) => each.state === state).length;
  const numbers = [plural(count('problem'), 'problem'), plural(count('warning'), 'warning')].join(', ');
  return count('problem') > 0 ? `${numbers}: the service would not work` : `${numbers}: the service can work`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
