import type { Rule, Severity } from './rule.ts';

/** How a change of a schema changes the set of valid values. `both`: some values become valid, and others invalid. */
export type Effect = 'narrows' | 'widens' | 'both';

/** A rule for both directions. Clients send requests and receive responses, so the effect decides the severity. */
export interface EffectRule extends Omit<Rule, 'severity' | 'direction' | 'consequence'> {
  readonly effect: Effect;
  /** The severity in requests or responses, if it does not follow from the effect. */
  readonly requestSeverity?: Severity;
  readonly responseSeverity?: Severity;
}

const consequences = {
  request: 'Clients that send a value that is no longer valid get an error.',
  response: 'Clients can receive a value that they do not expect.',
};
const generatedTypes = 'Generated clients can get another type for the value.';

/** Returns a rule for requests and a rule for responses: a narrowed request and a widened response break clients. */
export function inBothDirections({ effect, requestSeverity, responseSeverity, ...rule }: EffectRule): Rule[] {
  const request = requestSeverity ?? (effect === 'widens' ? 'compatible' : 'breaking');
  const response = responseSeverity ?? (effect === 'narrows' ? 'compatible' : 'breaking');
  return [directed(rule, 'request', request), directed(rule, 'response', response)];
}

function directed(rule: Omit<Rule, 'severity'>, direction: 'request' | 'response', severity: Severity): Rule {
  const consequence = severity === 'breaking' ? consequences[direction] : generatedTypes;
  return {
    ...{ ...rule, id: `${direction}-${rule.id}`, direction, severity },
    ...(severity !== 'compatible' && { consequence }),
  };
}
