import { isDeepStrictEqual } from 'node:util';
import { get, list, operations, pets, post, Random, type Request, statuses } from './requests.ts';
import { send, type Server } from './servers.ts';

/** What must be equal. The ids of created pets differ, because servers share a database. */
type Compared = 'status and body' | 'status' | 'all but the id';

interface Check {
  readonly compared: Compared;
  /** Returns the request, which differs between servers if it continues a list. */
  readonly requestOf: (server: Server) => Request;
}

const same = (request: Request, compared: Compared = 'status and body'): Check => ({
  compared,
  requestOf: () => request,
});

const checks: readonly Check[] = [
  same(get('/v1/pets')),
  same(get('/v1/pets?limit=100')),
  ...Array.from({ length: 20 }, (_, index) => same(get(`/v1/pets/${1 + index * Math.floor(pets / 20)}`))),
  ...[undefined, ...statuses].flatMap((status, seed) =>
    Array.from({ length: 5 }, (_, index) => same(list(new Random(seed * 5 + index), status))),
  ),
  ...Array.from({ length: 40 }, (_, seed): Check => ({
    compared: 'status and body',
    requestOf: ({ positions }) => operations['random cursors']!(new Random(seed), positions),
  })),
  same({ ...get('/v1/pets/1'), authorization: 'Bearer wrong' }, 'status'),
  same({ ...get('/v1/pets'), authorization: '' }, 'status'),
  same(get('/v1/pets/999999999999'), 'status'),
  same(get('/v1/pets?limit=0'), 'status'),
  same(get('/v1/pets?status=lost'), 'status'),
  same(post({ categoryId: 1 }), 'status'),
  same(post({ name: 'Rex', categoryId: 7, status: 'pending' }), 'all but the id'),
  same(post({ name: 'Zoë <& friends>', categoryId: 0 }), 'all but the id'),
];

/**
 * Sends the same requests to all servers: gets, lists, pages from positions, refusals and creates.
 * @throws Error if two servers give different answers
 */
export async function requireEqualAnswers(servers: readonly Server[]): Promise<void> {
  for (const check of checks) {
    const answers = await Promise.all(servers.map((server) => answerOf(server, check)));
    const different = answers.findIndex((answer) => !isDeepStrictEqual(answer, answers[0]));
    if (different < 0) continue;
    const [one, other] = [0, different].map((index) => `${servers[index]!.name} ${JSON.stringify(answers[index])}`);
    throw new Error(`${check.requestOf(servers[0]!).path}: ${one}, ${other}`);
  }
}

async function answerOf(server: Server, { compared, requestOf }: Check): Promise<unknown> {
  const response = await send(server, requestOf(server));
  const body = (await response.json()) as { id: unknown };
  if (compared === 'status') return response.status;
  return [response.status, compared === 'status and body' ? body : { ...body, id: typeof body.id }];
}
