import type { Change } from './classify.ts';
import { sentenceOf } from './describe-change.ts';
import { intendedBreakOf } from './intended-breaks.ts';
import { textPlaces } from './report.ts';
import type { Comparison } from './releases.ts';

const introduction = `# API changelog

What has changed in the [OpenAPI document](../apps/api/openapi.yaml), for client developers. \`npm run contract:changelog\`
generates this file from the same comparison as [the contract gate](contract-gate.md). It does not show changes of behaviour
without a change of the document: [CHANGELOG.md](../CHANGELOG.md) does. [versioning.md](versioning.md) has the promises.
`;

/**
 * Returns the text of the API changelog, the newest changes first.
 * @param comparisons oldest first
 */
export function changelogText(comparisons: readonly Comparison[]): string {
  return [introduction, ...comparisons.toReversed().map(sectionText)].join('\n');
}

function sectionText({ from, to, changes, intendedBreaks }: Comparison): string {
  const reason = (change: Change) => intendedBreakOf(change, intendedBreaks)?.reason;
  const isText = ({ rule }: Change) => rule === 'text-changed';
  const texts = changes.filter(isText);
  const others = changes.filter((change) => !isText(change));
  const stable = others.filter(({ isBeta }) => !isBeta);
  const blocks = [
    listText(
      'Breaking',
      stable.filter(({ severity }) => severity === 'breaking'),
      reason,
    ),
    listText(
      'Risky for some clients',
      stable.filter(({ severity }) => severity === 'risky'),
      reason,
    ),
    listText(
      'Compatible',
      stable.filter(({ severity }) => severity === 'compatible'),
      reason,
    ),
    listText(
      'Beta operations',
      others.filter(({ isBeta }) => isBeta),
      reason,
    ),
    texts.length > 0 ? `### Texts\n\nDescriptions and examples have changed in ${listedPlaces(texts)}.\n` : '',
    changes.length === 0 ? 'No changes.\n' : '',
  ].filter(Boolean);
  return [`## ${to ?? 'Unreleased'}, changes since ${from}\n`, ...blocks].join('\n');
}

function listText(title: string, changes: readonly Change[], reason: (change: Change) => string | undefined): string {
  if (changes.length === 0) return '';
  const items = changes.map((change) => {
    const intended = reason(change);
    const explanation = intended === undefined ? change.consequence : `Reason: ${intended}`;
    return `- ${[sentenceOf(change), explanation].filter(Boolean).join(' ')}\n`;
  });
  return `### ${title}\n\n${items.join('')}`;
}

function listedPlaces(changes: readonly Change[]): string {
  return textPlaces(changes).replaceAll(/[A-Z]+ \/[^,]*/g, '`$&`');
}
