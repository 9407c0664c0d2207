import type { Figure } from './measurement.ts';
import type { Operation } from './operations.ts';
import type { Target } from './verdict.ts';

/** A target for a ratio of this service to a peer. */
export interface RatioTarget extends Target {
  readonly peer: string;
  readonly figure: Extract<Figure, 'serverCpu' | 'p99'>;
}

const cpu = (peer: string, floor: number, aim: number): RatioTarget => ({ peer, figure: 'serverCpu', floor, aim });

/** The response times of this service are not longer than those of Fastify. */
const p99: RatioTarget = { peer: 'fastify', figure: 'p99', floor: 1 };

/** Floors and aims of this service's figures divided by those of the peer, by operation. The mix has none. */
export const targets: Readonly<Record<Operation, readonly RatioTarget[]>> = {
  get: [cpu('fastify', 0.6, 0.48), cpu('fastify-shared', 1.5, 1.25), cpu('go', 1.1, 0.9), p99],
  list: [cpu('fastify', 0.5, 0.4), cpu('fastify-shared', 1.6, 1.3), cpu('go', 0.8, 0.7), p99],
  lists: [cpu('fastify', 0.55, 0.42), cpu('go', 0.85, 0.7), p99],
  cursors: [cpu('fastify', 0.7, 0.6), cpu('go', 1.1, 0.95), p99],
  create: [cpu('fastify', 0.65, 0.5), cpu('fastify-shared', 1.7, 1.3), cpu('go', 0.95, 0.75), p99],
  mix: [],
};
