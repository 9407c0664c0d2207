import fc from 'fast-check';
import { parametersIn } from '../arbitraries/flatten-schemas.ts';
import { fillPath, validPaths, validRequest } from '../arbitraries/requests.ts';
import { anyText } from '../arbitraries/text.ts';
import { errorCode, hasPathParameters, isGet, isList } from './operation-kinds.ts';
import { expectCode, type PropertyRun } from './property-run.ts';

export function describeReadOperations(run: PropertyRun): void {
  run.testEach(isList, 'returns 200 for every valid query and for the next page of its Link', async (operation) => {
    await run.holdsFor(run.validRequest(operation), 300, async (request) => {
      const { status, headers } = await run.client.send(request);
      expect(status).toBe(200);
      const next = /<([^>]*)>; rel="next"/.exec(headers['link'] ?? '')?.[1];
      if (next) expect((await run.client.send({ ...request, path: next })).status).toBe(200);
    });
  });

  run.testEach(isGet, 'returns 200 for every resource', async (operation) => {
    const existing = fc.constantFrom(...run.locationsOf(operation));
    await run.holdsFor(validRequest(operation, existing), 200, async (request) => {
      expect((await run.client.send(request)).status).toBe(200);
    });
  });

  run.testEach(hasPathParameters, 'returns 404 for every other path parameter, valid or not', async (operation) => {
    const existing = run.pathsOfCreated(operation);
    const parameters = parametersIn('path', operation);
    const isInteger = parameters.some(({ schema }) => schema.type === 'integer');
    const text = anyText.filter((value) => value !== '' && !(isInteger && /^\d+$/.test(value)));
    const paths = fc.oneof(
      validPaths(operation),
      text.map((value) => fillPath(operation, ...parameters.map(() => value))),
    );
    const others = paths.filter((path) => !existing.has(path));
    await run.holdsFor(validRequest(operation, others), 300, async (request) => {
      expectCode(await run.client.send(request), errorCode(operation, 404));
    });
  });
}
