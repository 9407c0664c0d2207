import { type HttpResponse, parseResponse } from '@petstore/testing/raw';
import fc from 'fast-check';
import { anyRequest, damagedRequest, type ExactPet, jsonOf, petArbitrary } from './support/arbitraries.ts';
import { CheckedClient, contract, document } from './support/checked-client.ts';
import { exchange } from './support/raw-socket.ts';
import type { Service } from './support/service.ts';
import { Database, issueKey, startService } from './support/test-file.ts';

/** `(cd apps/api-e2e && SEED=… npx jest properties)` sends the requests of an earlier run again. A failure prints its seed. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

let service: Service;
let client: CheckedClient;
let key: string;

beforeAll(async () => {
  const { location } = await Database.create();
  service = await startService({ ...location, BETA: 'on' });
  key = await issueKey(location);
  client = new CheckedClient(service, key);
});

afterEach(() => {
  expect(service.log.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
});

const holds = <T>(values: fc.Arbitrary<T>, numRuns: number, property: (value: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(values, property), { seed, numRuns });

/** Reads a pet without rounding its integers. */
function parse(json: string): ExactPet & { readonly id: string } {
  const [, id = '', name = '', categoryId = '', status = ''] =
    /^\{"id":(\d+),"name":("(?:[^"\\]|\\.)*"),"categoryId":(-?\d+),"status":"(\w+)"\}$/.exec(json) ?? [];
  return { id, name: JSON.parse(name) as string, categoryId: BigInt(categoryId), status };
}

it('any pet is returned and listed as it was created', async () => {
  const all: string[] = [];
  await holds(petArbitrary, 300, async (newPet) => {
    const created = await client.send('POST', '/v1/pets', jsonOf(newPet));
    expect(created.status).toBe(201);
    const { id, ...values } = parse(created.text);
    expect(values).toEqual(newPet);
    expect((await client.get(`/v1/pets/${id}`)).text).toBe(created.text);
    all.push(created.text);
  });
  for (let page = '/v1/pets?limit=100'; page;) {
    const { text: listed, headers } = await client.get(page);
    expect(listed).toBe(`[${all.splice(0, 100).join(',')}]`);
    page = /<([^>]*)>; rel="next"/.exec(String(headers.link))?.[1] ?? '';
  }
  expect(all).toEqual([]);
});

/** Sends the bytes. @returns all responses, without those that ask to continue */
async function responsesTo(bytes: Buffer, patience = 0): Promise<HttpResponse[]> {
  const received = await exchange(service, bytes, patience);
  // The patience was too short: Node drops a request whose client has ended the stream.
  if (received === '') return [];
  // A response begins with its status line. The JSON of a body has no line breaks.
  const responses = received.split(/^(?=HTTP\/1\.1 \d{3} )/m).map(parseResponse);
  return responses.filter(({ status }) => status !== 100);
}

const paths = Object.keys(document.paths).map((path) => `/v1${path.replaceAll(/\{\w+\}/g, '1')}`);
const requests = () => anyRequest([...paths, '/health/ready', '/openapi.json', '/docs'], key);

it('any request gets one documented response, and no server error', async () => {
  await holds(requests(), 1_500, async ({ method, path, bytes }) => {
    const responses = await responsesTo(bytes);
    expect(responses).toHaveLength(1);
    const [response] = responses as [HttpResponse];
    expect(response.status).toBeLessThan(500);
    contract.check({ method, path, ...response });
  });
});

it('any damaged request gets an Error body if it is an error, and no server error', async () => {
  // The response to HEAD has no body.
  const withBody = requests().filter(({ method }) => method !== 'HEAD');
  let errors = 0;
  await holds(damagedRequest(withBody), 1_500, async (bytes) => {
    // The damage may have removed the end of the request.
    const responses = await responsesTo(bytes, 50);
    for (const response of responses) {
      expect(response.status).toBeLessThan(500);
      // The damage may have removed the method and the path: then only the form of an Error body is known.
      if (response.status < 400) continue;
      contract.check({ method: '', path: '', ...response });
      errors += 1;
    }
  });
  expect(errors).toBeGreaterThan(0);
});
