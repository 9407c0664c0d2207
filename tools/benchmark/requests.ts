export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** Whether each request that is sent has a new Idempotency-Key. */
  readonly hasKey?: boolean;
  /** Default: the key of the server's database. */
  readonly authorization?: string;
}

/** A place in a list from which a page continues. `next` is the parameter of this service, `after` that of the peers. */
export interface Position {
  readonly status: string | undefined;
  readonly next: string;
  readonly after: string;
}

export const statuses = ['available', 'pending', 'sold'];

/** Number of pets in each database at the start. Their ids are 1 to this number. */
export const pets = 100_000;

/** Returns a random request of each operation. `positions` are those of the server that gets the request. */
export const operations: Record<string, (random: Random, positions: readonly Position[]) => Request> = {
  get: (random) => get(`/v1/pets/${random.between(1, pets)}`),
  'different lists': (random) => list(random, random.pick([undefined, ...statuses])),
  'random cursors': (random, positions) => {
    const { status, next } = random.pick(positions);
    return list(random, status, next);
  },
  create: (random) => {
    const name = `Pet ${random.between(1, 1_000_000)}`;
    return post({ name, categoryId: random.between(0, 99), status: random.pick(statuses) });
  },
  'create with key': (random, positions) => ({ ...operations['create']!(random, positions), hasKey: true }),
};

export function get(path: string): Request {
  return { method: 'GET', path };
}

export function post(pet: object): Request {
  return { method: 'POST', path: '/v1/pets', body: JSON.stringify(pet) };
}

/** @param next the parameter that continues a list */
export function list(random: Random, status: string | undefined, next?: string): Request {
  const parameters = [`limit=${random.between(10, 30)}`, status && `status=${status}`, next];
  return get(`/v1/pets?${parameters.filter(Boolean).join('&')}`);
}

/** Seeded random numbers (mulberry32), so that all servers get the same requests. */
export class Random {
  /** @param state seed, a 32-bit integer */
  constructor(private state: number) {}

  /** Returns an integer from `min` to `max`, both included. */
  between(min: number, max: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return min + Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (max - min + 1));
  }

  pick<T>(values: readonly T[]): T {
    return values[this.between(0, values.length - 1)]!;
  }
}
