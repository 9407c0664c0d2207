import { isDeepStrictEqual } from 'node:util';
import { operationsOf, type Operation } from '@petstore/contract';
import fc, { type Arbitrary } from 'fast-check';
import { parse } from 'lossless-json';
import { contract, document, expectNoBreach } from './testing/document-watch.ts';
import { FastClient, type Request } from './testing/drawn/fast-client.ts';
import { garbage } from './testing/drawn/garbage.ts';
import { idempotencyKeys } from './testing/drawn/headers.ts';
import { integerFor } from './testing/drawn/integers.ts';
import { plain } from './testing/drawn/json.ts';
import { at, faultyRequest, noKey, validRequest } from './testing/drawn/requests.ts';
import { anyText } from './testing/drawn/text.ts';
import { statusOf, type Answer } from './testing/expect-error.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

/** To see a run again: `CONTRACT_SEED=… npx jest contract.property`, in apps/api. */
const seed = Number(process.env['CONTRACT_SEED'] ?? Date.now() % 2 ** 31);
const counts = new Map<string, number>();
const animals = 30;

let app: TestApp;
let client: FastClient;

beforeEach(async () => {
  app = await startTestApp();
  client = new FastClient(app.port);
  const rex = {
    ...named('createPet'),
    headers: { 'Content-Type': 'application/json' },
    body: '{"name":"Rex","categoryId":7}',
  };
  for (let count = 0; count < animals; count++) expect((await askWithKey(rex)).status).toBe(201);
});

afterEach(async () => {
  client.close();
  await app.close();
});

afterAll(() => {
  const lines = [...counts].sort().map(([what, count]) => `  ${what}: ${count}`);
  process.stdout.write(`CONTRACT_SEED=${seed}: ${asked()} requests\n${lines.join('\n')}\n`);
});

const asked = () => [...counts.values()].reduce((sum, count) => sum + count, 0);

function named(id: string): Operation {
  return operationsOf(document).find(({ operationId }) => operationId === id)!;
}

/** Holds for everything drawn; what it does not hold for is shrunk to the smallest, and told with the seed. */
function holdsFor<T>(drawn: Arbitrary<T>, numRuns: number, property: (value: T) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(drawn, property), { seed, numRuns });
}

/** Whatever comes is counted, and held to the document where it is drawn, so that this is shrunk as well. */
async function ask(request: Request): Promise<Answer> {
  const answer = await client.ask(request);
  const what = `${contract.operationFor(request)?.operationId ?? 'no operation'} ${answer.status}`;
  counts.set(what, (counts.get(what) ?? 0) + 1);
  expectNoBreach();
  return answer;
}

function askWithKey(request: Request): Promise<Answer> {
  return ask({ ...request, headers: { Authorization: `Bearer ${app.key}`, ...request.headers } });
}

function expectCode({ status, text }: Answer, code: string): void {
  expect(JSON.parse(text)).toMatchObject({ code });
  expect(status).toBe(statusOf(code));
}

describe('createPet', () => {
  const createPet = named('createPet');
  const { properties = {} } = plain(createPet.requestBody!.content['application/json']!.schema);
  const defaults = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, plain(property).default]),
  );
  const read = ({ text }: Answer) => parse(text, undefined, { parseNumber: BigInt }) as Record<string, unknown>;

  it('answers 201 to all that is a NewPet, and tells it back exactly', async () => {
    await holdsFor(validRequest(createPet, fc.constant('')), 800, async (request) => {
      const answer = await askWithKey(request);
      expect(answer.status).toBe(201);
      const told = read(answer);
      expect(told).toStrictEqual({ ...defaults, ...(request.means as object), id: told['id'] });
      expect(answer.headers['location']).toBe(at(named('getPet'), told['id']));
    });
  });

  it('answers every repeat by an Idempotency-Key as the first was answered, and refuses it for another NewPet', async () => {
    const firsts = new Map<string, Answer>();
    const drawn = fc.tuple(validRequest(createPet, fc.constant('')), idempotencyKeys(createPet));
    await holdsFor(drawn, 400, async ([request, { key, header }]) => {
      const answer = await askWithKey({ ...request, headers: { ...request.headers, 'Idempotency-Key': header } });
      const first = firsts.get(key) ?? answer;
      firsts.set(key, first);
      const told = read(first);
      const isSame = isDeepStrictEqual(told, { ...told, ...defaults, ...(request.means as object) });
      if (isSame) expectSameCreated(answer, first);
      else expectCode(answer, 'idempotency_mismatch');
      // Said once more in other words: the animal as it was told, the key quoted.
      const inOtherWords = { 'Content-Type': 'application/json', 'Idempotency-Key': JSON.stringify(key) };
      expectSameCreated(await askWithKey({ ...request, body: first.text, headers: inOtherWords }), first);
    });
  });

  function expectSameCreated(answer: Answer, first: Answer): void {
    expect([answer.status, answer.text, answer.headers['location']]).toEqual([
      201,
      first.text,
      first.headers['location'],
    ]);
  }

  it('refuses all that is wrong in one place, and says so by its code', async () => {
    await holdsFor(faultyRequest(createPet), 900, async (request) => {
      expectCode(await askWithKey(request), request.code);
    });
  });
});

describe('listPets', () => {
  it('answers 200 to every valid query, and to the page that its Link leads to', async () => {
    await holdsFor(validRequest(named('listPets'), fc.constant('')), 300, async (request) => {
      const answer = await askWithKey(request);
      expect(answer.status).toBe(200);
      const next = /<([^>]*)>; rel="next"/.exec(answer.headers['link'] ?? '')?.[1];
      if (next) expect((await askWithKey({ ...request, path: next })).status).toBe(200);
    });
  });

  it('refuses every query that is wrong in one parameter', async () => {
    await holdsFor(faultyRequest(named('listPets')), 400, async (request) => {
      expectCode(await askWithKey(request), request.code);
    });
  });
});

describe('getPet', () => {
  const getPet = named('getPet');

  it('answers 200 for every animal there is', async () => {
    await holdsFor(validRequest(getPet, fc.integer({ min: 1, max: animals })), 200, async (request) => {
      expect((await askWithKey(request)).status).toBe(200);
    });
  });

  it('answers 404 for every other int64, and for what is none', async () => {
    const none = integerFor(getPet.parameters![0]!.schema).filter((id) => id < 1n || id > animals);
    // A slash within is a path of another length even when it is escaped for most servers, and dots are taken away by clients.
    const text = anyText.filter((id) => id !== '' && !/^\d+$/.test(id));
    await holdsFor(validRequest(getPet, fc.oneof(none, text)), 300, async (request) => {
      expectCode(await askWithKey(request), 'pet_not_found');
    });
  });
});

describe('whatever is sent', () => {
  it.each(operationsOf(document))('without a key gets 401 of $operationId, right or wrong', async (operation) => {
    const right = validRequest(operation, integerFor({ format: 'int64' }));
    const drawn = operation.operationId === 'getPet' ? right : fc.oneof(right, faultyRequest(operation));
    await holdsFor(fc.tuple(drawn, noKey), 120, async ([request, { headers, code }]) => {
      expectCode(await ask({ ...request, headers: { ...request.headers, ...headers } }), code);
    });
  });

  it('gets no 5xx', async () => {
    await holdsFor(fc.tuple(garbage, fc.boolean()), 1_200, async ([request, hasKey]) => {
      const { status } = await (hasKey ? askWithKey(request) : ask(request));
      expect(status).toBeLessThan(500);
    });
  });

  it('is enough to say so', () => {
    expect(asked()).toBeGreaterThanOrEqual(3_000);
  });
});
