import type { Change } from './classify.ts';
import type { Place } from './comparison/difference.ts';

/** How many parts of an operation are named; more are counted. */
const namedParts = 3;

/** Returns what has changed and how, as a sentence: "GET /pets, query parameter `limit`: `maximum` changed …". */
export function sentenceOf(change: Change): string {
  return `${subjectOf(change)}: ${change.description}.`;
}

function subjectOf({ location, places }: Change): string {
  const component = componentOf(location);
  if (component && places.some(({ operation }) => operation)) return `${component} in ${placesText(places)}`;
  const [{ operation, message, property }] = places as [Place];
  const parts = [operation && `\`${operation}\``, message?.trim(), property && `\`${property}\``];
  return parts.filter(Boolean).join(', ') || 'Document';
}

/** Returns the component of a location with its property, such as `Pet.name`; undefined outside of components. */
function componentOf(location: string): string | undefined {
  const [, root, section, name, ...rest] = location.split('/');
  if (root !== 'components' || section === 'securitySchemes' || name === undefined || rest.length === 0)
    return undefined;
  const properties = rest.flatMap((key, index) => {
    if (rest[index - 1] === 'properties') return [`.${key}`];
    return key === 'items' && rest[index - 1] !== 'properties' ? ['[]'] : [];
  });
  return `${section === 'headers' ? 'Header ' : ''}\`${name}${properties.join('')}\``;
}

function placesText(places: readonly Place[]): string {
  const operations = new Map<string, Set<string>>();
  for (const { operation = '', message = '' } of places) {
    const part = message.replace(/ header .*/, '').trim();
    operations.set(operation, (operations.get(operation) ?? new Set()).add(part));
  }
  return [...operations].map(([operation, parts]) => `\`${operation}\` (${partsText([...parts])})`).join(', ');
}

function partsText(parts: readonly string[]): string {
  if (parts.length <= namedParts) return parts.join(', ');
  const responses = parts.filter((part) => part.startsWith('response')).length;
  const others = parts.filter((part) => !part.startsWith('response'));
  return [...others, `${responses} responses`].join(', ');
}
