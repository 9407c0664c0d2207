import { betaDocumentCheck, documentCheck } from '../testing/document-check.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

interface Link {
  readonly operationId: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly requestBody?: Readonly<Record<string, string>>;
}

/** The members of an operation that the tests read. */
interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly links?: Readonly<Record<string, Link>> }>>;
  readonly 'x-stability'?: string;
  readonly 'x-stability-level'?: string;
}

/** Returns the operations of the document with their methods and paths, by `operationId`. */
function operationsOf(check: typeof documentCheck) {
  const paths = check.document.paths as unknown as Record<string, Record<string, Operation>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [operation.operationId, { method, path, operation }] as const),
  );
  return new Map(operations);
}

const [stable, beta] = [operationsOf(documentCheck), operationsOf(betaDocumentCheck)];

/** JSON has no bigint, which the bounds of int64 are. */
const withoutLinks = (operation: Operation | undefined): unknown =>
  JSON.stringify(operation, (name, value: unknown) => {
    if (name === 'links') return undefined;
    return typeof value === 'bigint' ? `${value}n` : value;
  });

describe('the document with the beta operations', () => {
  it.each([...stable.keys()])('has %s as the document without them, except for links', (operationId) => {
    expect(withoutLinks(beta.get(operationId)?.operation)).toBe(withoutLinks(stable.get(operationId)?.operation));
  });

  it.each([...beta.keys()])('has both marks of %s if and only if the other document lacks it', (operationId) => {
    const { 'x-stability': stability, 'x-stability-level': level } = beta.get(operationId)!.operation;
    const mark = stable.has(operationId) ? undefined : 'beta';
    expect([stability, level]).toEqual([mark, mark]);
  });

  it('has links only for createPet and placeOrder', () => {
    const linked = [...beta.values()].flatMap(({ operation: { operationId, responses } }) =>
      Object.entries(responses).flatMap(([status, { links = {} }]) =>
        Object.keys(links).map((name) => `${operationId} ${status}: ${name}`),
      ),
    );
    expect(linked).toEqual([
      'createPet 201: updatePet',
      'createPet 201: placeOrder',
      'placeOrder 201: getOrder',
      'placeOrder 201: completeOrder',
      'placeOrder 201: cancelOrder',
      'placeOrder 201: returnOrder',
    ]);
  });
});

describe('a link', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await startTestApp({ beta: true });
  });

  afterEach(() => app.close());

  /** Returns the value of a runtime expression such as `$response.body#/id`. */
  function evaluate(expression: string, response: Readonly<Record<string, unknown>>): unknown {
    const [, name] = /^\$response\.body#\/(\w+)$/.exec(expression) ?? [];
    expect(response).toHaveProperty(name!);
    return response[name!];
  }

  /** Sends the request that a link of the response of `from` describes. */
  async function follow(from: string, to: string, response: Record<string, unknown>, body: object = {}) {
    const { operationId, parameters = {}, requestBody = {} } = beta.get(from)!.operation.responses['201']!.links![to]!;
    const { method, path } = beta.get(operationId)!;
    const target = path.replace(/\{(\w+)\}/g, (_, name: string) => String(evaluate(parameters[name]!, response)));
    const members = Object.entries(requestBody).map(([name, value]) => [name, evaluate(value, response)]);
    const request = app.client[method as 'get' | 'post' | 'patch'](`/v1${target}`);
    if (method === 'get') return request;
    return request.send({ ...body, ...Object.fromEntries(members) });
  }

  it('of createPet and placeOrder leads to a valid request', async () => {
    const { body: pet } = await app.client.post('/v1/pets').send({ name: 'Rex', categoryId: 7 });
    expect((await follow('createPet', 'updatePet', pet, { name: 'Tom' })).body).toMatchObject({
      id: pet.id,
      name: 'Tom',
    });
    const placed = await follow('createPet', 'placeOrder', pet);
    expect([placed.status, placed.body.petId]).toEqual([201, pet.id]);
    expect((await follow('placeOrder', 'getOrder', placed.body)).body).toEqual(placed.body);
    expect((await follow('placeOrder', 'completeOrder', placed.body)).body).toMatchObject({ status: 'completed' });
    expect((await follow('placeOrder', 'cancelOrder', placed.body)).body.code).toBe('invalid_order_transition');
    expect((await follow('placeOrder', 'returnOrder', placed.body)).body).toMatchObject({ status: 'returned' });
  });
});
