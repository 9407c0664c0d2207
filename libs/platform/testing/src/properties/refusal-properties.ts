import fc, { type Arbitrary } from 'fast-check';
import { anyRequest } from '../arbitraries/any-request.ts';
import { bodySchemaOf } from '../arbitraries/flatten-schemas.ts';
import { canBeInvalid, invalidCredentials, invalidRequest, validRequest } from '../arbitraries/requests.ts';
import type { Request } from '../raw/keep-alive-client.ts';
import { expectCode, type PropertyRun } from './property-run.ts';

export function describeRefusals(run: PropertyRun): void {
  const { credentialErrors, otherPaths = [], minRequests } = run.options;

  run.testEach(canBeInvalid, 'refuses every request that is invalid in one place', async (operation) => {
    await run.holdsFor(invalidRequest(operation), bodySchemaOf(operation) ? 900 : 400, async (request) => {
      expectCode(await run.client.send(request), request.code);
    });
  });

  const everyOperation = () => true;
  run.testEach(everyOperation, 'returns 401 for every request without valid credentials', async (operation) => {
    const valid = validRequest(operation);
    const requests: Arbitrary<Request> = canBeInvalid(operation) ? fc.oneof(valid, invalidRequest(operation)) : valid;
    const unauthenticated = fc.tuple(requests, invalidCredentials(credentialErrors));
    await run.holdsFor(unauthenticated, 120, async ([request, { headers, code }]) => {
      const sent = { ...request, headers: { ...request.headers, ...headers } };
      expectCode(await run.client.sendUnauthenticated(sent), code);
    });
  });

  it('returns no 5xx for any request', async () => {
    const operationPaths = run.operations.map(({ path }) => path.replaceAll(/\{\w+\}/g, '1'));
    const requests = fc.tuple(anyRequest(['/', ...otherPaths, ...operationPaths]), fc.boolean());
    await run.holdsFor(requests, 1_200, async ([request, isAuthenticated]) => {
      const response = isAuthenticated ? run.client.send(request) : run.client.sendUnauthenticated(request);
      expect((await response).status).toBeLessThan(500);
    });
  });

  it(`has received at least ${minRequests} requests in all tests`, () => {
    expect(run.totalRequests).toBeGreaterThanOrEqual(minRequests);
  });
}
