import type { Observation } from '@petstore/driver';
import { refusalsIn } from './responses.ts';

function observation(status: number, at = 0, kind: Observation['kind'] = 'create'): Observation {
  return { kind, status, code: 'a_code', milliseconds: 1, at, isReused: true };
}

it('counts the refusals and the requests without a response', () => {
  const { unavailable, unanswered } = refusalsIn([
    observation(503),
    observation(201),
    observation(0),
    observation(503),
  ]);
  expect({ unavailable, unanswered }).toEqual({ unavailable: 2, unanswered: 1 });
});

it('returns the longest time between two acknowledged creates', () => {
  const responses = [
    observation(201, 10),
    observation(200, 12),
    observation(503, 40),
    observation(201, 50),
    observation(201, 60),
  ];
  expect(refusalsIn(responses).interruption).toBe(40);
  expect(refusalsIn([]).interruption).toBe(0);
});

it.each([
  [500, 'create'],
  [502, 'list'],
  [404, 'get'],
  [401, 'list'],
  [409, 'create'],
  [200, 'unauthenticated'],
] as const)('reports an unexpected %i of a %s', (status, kind) => {
  expect(refusalsIn([observation(status, 0, kind)]).unexpected).toEqual([`${kind} ${status} a_code`]);
});

it.each([
  [401, 'unauthenticated'],
  [409, 'repeatable'],
  [503, 'get'],
] as const)('expects %i of a %s', (status, kind) => {
  expect(refusalsIn([observation(status, 0, kind)]).unexpected).toEqual([]);
});
