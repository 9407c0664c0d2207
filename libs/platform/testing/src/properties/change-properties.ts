import type { Operation } from '@petstore/contract';
import fc from 'fast-check';
import { parse } from 'lossless-json';
import { validRequest } from '../arbitraries/requests.ts';
import { expectCreated } from './created-resource.ts';
import { errorCode, isAction, isCreate, isUpdate } from './operation-kinds.ts';
import { endOf, expectCode, type PropertyRun } from './property-run.ts';

const bodyOf = (text: string) => parse(text, undefined, { parseNumber: BigInt }) as Record<string, unknown>;

/** Properties of operations that change an existing resource. */
export function describeChanges(run: PropertyRun): void {
  const get = (path: string) => run.client.send({ method: 'GET', path });

  run.testEach(isUpdate, 'changes exactly the members of every valid body', async (operation) => {
    const resource = run.operations.find(({ method, path }) => method === 'GET' && path === operation.path)!;
    const locations = fc.constantFrom(...run.locationsOf(resource));
    const requests = locations.chain((location) =>
      fc.tuple(fc.constant(location), validRequest(operation, fc.constant(location))),
    );
    await run.holdsFor(requests, 400, async ([location, request]) => {
      const before = bodyOf((await get(location)).text);
      const { status, text } = await run.client.send(request);
      expect(status).toBe(200);
      expect(bodyOf(text)).toStrictEqual({ ...before, ...(request.value as object) });
      expect((await get(location)).text).toBe(text);
      expect(await run.client.send(request)).toMatchObject({ status: 200, text });
    });
  });

  const actionsOn = ({ path }: Operation) =>
    run.operations.filter((action) => isAction(action) && action.path.startsWith(`${path}/{`));
  const hasActions = (operation: Operation) => isCreate(operation) && actionsOn(operation).length > 0;

  run.testEach(
    hasActions,
    'is followed by actions that each succeed, also if repeated, or change nothing',
    async (create) => {
      const actions = actionsOn(create);
      const sequences = fc.array(fc.constantFrom(...actions), { minLength: 1, maxLength: 6 });
      const results = new Set<string>();
      await run.holdsFor(fc.tuple(run.validRequest(create), sequences), 150, async ([request, sequence]) => {
        const { location } = expectCreated(await run.client.send(await run.refer(create, request)));
        for (const action of sequence) {
          const sent = { method: action.method, path: location + endOf(action.path) };
          const before = await get(location);
          const response = await run.client.send(sent);
          const { status, text } = response;
          results.add(`${action.operationId} ${status}`);
          if (status === 200) expect(await run.client.send(sent)).toMatchObject({ status, text });
          else expectCode(response, errorCode(action, 409));
          expect((await get(location)).text).toBe(status === 200 ? text : before.text);
        }
      });
      const expected = actions.flatMap(({ operationId }) => [`${operationId} 200`, `${operationId} 409`]);
      expect([...results].sort()).toEqual(expected.sort());
    },
  );
}
