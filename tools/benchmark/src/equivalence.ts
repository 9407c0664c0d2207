import { isDeepStrictEqual } from 'node:util';
import { type ApiRequest, Client, createPet, getPet, listPets } from '@petstore/driver';
import type { ServerProcess } from '@petstore/processes';
import { type PagePosition, statuses } from './page-positions.ts';
import type { Peer } from './peers.ts';
import type { Random } from './random.ts';
import { InvalidMeasurement, type Repeats } from './repeats.ts';

export interface RunningPeer {
  readonly peer: Peer;
  readonly server: ServerProcess;
}

/** A request whose result must be the same from every server. */
interface EquivalenceCheck {
  readonly description: string;
  readonly run: (running: RunningPeer) => Promise<unknown>;
}

/** Two servers returned different results for the same request. */
export class NotEquivalent extends Error {}

/**
 * Sends the same requests to all servers and compares the responses.
 * @param key a valid API key
 * @param pets number of pets; their ids are 1 to this number
 * @throws NotEquivalent if two servers returned different results
 * @throws MeasurementFailed if a server returned a 5xx in a check and in all its repeats
 */
export async function requireEquivalence(
  servers: readonly RunningPeer[],
  key: string,
  pets: number,
  positions: readonly PagePosition[],
  random: Random,
  repeats: Repeats,
): Promise<void> {
  for (const { description, run } of checks(key, pets, positions, random)) {
    const runAll = () => Promise.all(servers.map(run));
    const [first, ...others] = await repeats.measure(`the check ${description}`, runAll);
    others.forEach((result, index) => {
      if (isDeepStrictEqual(result, first)) return;
      const [one, other] = [servers[0]!, servers[index + 1]!].map(({ peer }) => peer.name);
      throw new NotEquivalent(
        `${description}: ${one} returned ${JSON.stringify(first)}, ${other} ${JSON.stringify(result)}`,
      );
    });
  }
}

function checks(key: string, pets: number, positions: readonly PagePosition[], random: Random): EquivalenceCheck[] {
  const read = (request: ApiRequest) => wholeResponse(request.path, () => request, key);
  const gets = Array.from({ length: 20 }, () => read(getPet(random.between(1, pets))));
  const lists = [undefined, ...statuses].flatMap((status) =>
    [1, 10, 20, 30, 100].map((limit) => read(listPets({ limit, status }))),
  );
  const nextPages = Array.from({ length: 20 }, () => {
    const position = random.pick(positions);
    const query = { limit: random.between(10, 30), status: position.status };
    return wholeResponse(
      `${listPets(query).path} after ${position.after}`,
      ({ peer }) => listPets({ ...query, ...peer.nextPageQuery(position) }),
      key,
    );
  });
  return [...gets, read(listPets()), ...lists, ...nextPages, ...refusals(key), ...creates(key)];
}

function refusals(key: string): EquivalenceCheck[] {
  const status = (description: string, request: ApiRequest, usedKey?: string) => ({
    description,
    run: async ({ server }: RunningPeer) => (await send(server, request, usedKey)).status,
  });
  return [
    ...[getPet(1), listPets()].map((request) => status(`${request.path} without a key`, request)),
    status('a wrong key', getPet(1), `${key}x`),
    status('an unknown pet', getPet(999_999_999_999), key),
    status('limit=0', listPets({ limit: 0 }), key),
    status('an unknown status', listPets({ status: 'lost' }), key),
    status('a create without a name', createPet({ categoryId: 1 }), key),
  ];
}

/** The checks compare only the type of the ids, because all servers write into one database. */
function creates(key: string): EquivalenceCheck[] {
  const pets = [
    { name: 'Rex', categoryId: 7, status: 'pending' },
    { name: 'Zoë <& friends>', categoryId: 0 },
  ];
  return pets.map((pet) => ({
    description: `creating ${pet.name}`,
    run: async ({ server }) => {
      const { status, body } = await send(server, createPet(pet), key);
      const { id, ...others } = body as { id: unknown };
      return { status, typeOfId: typeof id, ...others };
    },
  }));
}

function wholeResponse(
  description: string,
  request: (running: RunningPeer) => ApiRequest,
  key: string,
): EquivalenceCheck {
  return { description, run: (running) => send(running.server, request(running), key) };
}

/**
 * @throws InvalidMeasurement if the status is 500 or higher
 * @throws Error if there was no response
 */
async function send(server: ServerProcess, request: ApiRequest, key?: string) {
  const client = new Client(() => server.address, key);
  const { status, code, text } = await client.send(request);
  client.close();
  if (status === 0) throw new Error(`${server.name} did not respond: ${code}`);
  if (status >= 500) throw new InvalidMeasurement(`${server.name} returned ${status}`);
  return { status, body: JSON.parse(text) as unknown };
}
