import type { Rule } from './rule.ts';

/** Returns the rules as a Markdown table. Rules that differ in the direction only share a row. */
export function rulesTable(rules: readonly Rule[]): string {
  const rows = rules
    .filter(({ id, direction }) => !(direction === 'response' && rules.some((rule) => rule.id === requestId(id))))
    .map((rule) => {
      const response = rules.find(({ id }) => id !== rule.id && requestId(id) === rule.id);
      const name = response ? `{request,response}-${rule.id.slice('request-'.length)}` : rule.id;
      const severity = response ? `${rule.severity} / ${response.severity}` : rule.severity;
      return `| \`${name}\` | ${severity} | ${rule.at.map((address) => `\`${address}\``).join(', ')} |`;
    });
  return ['| rule | severity (request / response) | compares |', '| --- | --- | --- |', ...rows].join('\n');
}

function requestId(id: string): string {
  return id.replace(/^response-/, 'request-');
}
