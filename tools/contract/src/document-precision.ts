import { operationsOf, resolveReference, type OpenApiDocument, type Operation } from './document.ts';
import { schemasOf, type TypedSchema } from './document-schemas.ts';

/** A string without a maximum length. */
export interface UnboundedString {
  /** As in the violation: `components.schemas.Error.properties.message`. */
  readonly place: string;
  readonly reason: string;
}

const formats: Readonly<Record<string, readonly [least: bigint, most: bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

/**
 * Returns where the document says less than it could: strings without `maxLength` or `enum`, integers without bounds or format,
 * arrays without `maxItems`, responses without headers, and parameters, bodies and headers without an example.
 * @param unboundedStrings strings that need no `maxLength`. An entry that is not needed is a violation as well.
 */
export function imprecisionsOf(document: OpenApiDocument, unboundedStrings: readonly UnboundedString[] = []): string[] {
  const exempt = new Set(unboundedStrings.map(({ place }) => place));
  const violations = schemasOf(document).flatMap(({ place, schema }) =>
    schemaViolations(schema).map((violation) => ({ place, violation })),
  );
  const unused = [...exempt].filter(
    (place) => !violations.some((each) => each.place === place && each.violation === noMaxLength),
  );
  return [
    ...violations
      .filter(({ place, violation }) => violation !== noMaxLength || !exempt.has(place))
      .map(({ place, violation }) => `${place} ${violation}`),
    ...unused.map((place) => `${place} needs no exception`),
    ...operationsOf(document).flatMap((operation) => operationViolations(document, operation)),
  ];
}

const noMaxLength = 'is a string without maxLength';

function schemaViolations(schema: TypedSchema): string[] {
  const { type, maxLength, maxItems } = schema;
  if (type === 'string') return (maxLength ?? schema.enum ?? schema.const) ? [] : [noMaxLength];
  if (type === 'array') return maxItems === undefined ? ['is an array without maxItems'] : [];
  if (type === 'number') return ['is a number, which has no exact range'];
  return type === 'integer' ? integerViolations(schema) : [];
}

function integerViolations({ format = '', minimum, maximum }: TypedSchema): string[] {
  const range = formats[format];
  if (!range) return ['is an integer without the format int32 or int64'];
  if (minimum === undefined || maximum === undefined) return ['is an integer without minimum and maximum'];
  const isRounded = [minimum, maximum].some((bound) => typeof bound === 'number' && !Number.isSafeInteger(bound));
  if (isRounded) return ['has a bound that is not an exact integer'];
  const [least, most] = range;
  return minimum < least || maximum > most ? [`has bounds outside of its format ${format}`] : [];
}

function operationViolations(document: OpenApiDocument, operation: Operation): string[] {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const withoutExample = parameters
    .filter((parameter) => !hasExample(parameter) && !hasExample(resolveReference<object>(document, parameter.schema)))
    .map(({ name }) => `${operationId} has no example of the parameter ${name}`);
  const bodies = Object.values(requestBody?.content ?? {});
  if (bodies.some((body) => !hasExample(body)))
    withoutExample.push(`${operationId} has no example of the request body`);
  const ofResponses = Object.entries(responses).flatMap(([status, { headers = {}, content = {} }]) => {
    const where = `${operationId} ${status}`;
    const named = Object.entries(headers).map(([name, header]) => [name, resolveReference(document, header)] as const);
    return [
      ...(named.length === 0 ? [`${where} lists no headers`] : []),
      ...named
        .filter(([, header]) => !hasExample(header))
        .map(([name]) => `${where} has no example of the header ${name}`),
      ...(Object.values(content).some((body) => !hasExample(body)) ? [`${where} has no example of the body`] : []),
    ];
  });
  return [...withoutExample, ...ofResponses];
}

const hasExample = (node: object) => 'example' in node || 'examples' in node;
