import { setTimeout as delay } from 'node:timers/promises';
import autocannon, { type Client, type Instance } from 'autocannon';
import type { Request } from './operations.ts';

/** Requests that a connection has, and begins anew when it is through. */
const requestsPerConnection = 100;

/** Seconds: longer than any window, for autocannon is stopped when the window closes. */
const longest = 3_600;

/** Milliseconds for all connections to be made before a window opens. */
const leadIn = 150;

/** Milliseconds after which autocannon looks whether it was stopped. */
const reaction = 50;

export interface Load {
  readonly address: string;
  readonly authorization: string;
  readonly connections: number;
  /** How long the window is open. */
  readonly milliseconds: number;
  /** It stays open for longer until so many answers have come, but not for ever. */
  readonly leastAnswers?: number;
  /** The next request of any connection. */
  readonly draw: () => Request;
}

export interface Window {
  /** Milliseconds that it was open. */
  readonly milliseconds: number;
  /** Milliseconds that each answer took, of those that came while it was open. */
  readonly latencies: readonly number[];
}

/** Milliseconds that a window stays open for the answers that are still to come. */
const longestExtension = 1_500;

/** An answer that no peer should have given. */
export class WrongAnswer extends Error {}

/**
 * Keeps all connections busy; each has its own requests, so that neighbours do not ask the same at the same time.
 * @param watched is asked when the window opens and when it closes
 * @throws WrongAnswer
 */
export async function applyLoad(load: Load, watched: (moment: 'opens' | 'closes') => void): Promise<Window> {
  const latencies: number[] = [];
  let isOpen = false;
  let wrong: string | undefined;
  // A promise that is an instance as well, which its types do not say.
  const instance = autocannon({
    url: load.address,
    connections: load.connections,
    duration: longest,
    sampleInt: reaction,
    setupClient(client: Client) {
      client.setRequests(requestsOf(load));
      client.on('response', (status, _bytes, milliseconds) => {
        if (status < 200 || status > 299) wrong ??= `status ${status}`;
        else if (isOpen) latencies.push(milliseconds);
      });
    },
  }) as unknown as Instance & Promise<unknown>;
  instance.on('reqError', (error: Error) => (wrong ??= error.message));
  let milliseconds = 0;
  try {
    await delay(leadIn);
    watched('opens');
    const opened = performance.now();
    isOpen = true;
    await delay(load.milliseconds);
    const end = performance.now() + longestExtension;
    while (latencies.length < (load.leastAnswers ?? 1) && !wrong && performance.now() < end) await delay(reaction);
    isOpen = false;
    milliseconds = performance.now() - opened;
    watched('closes');
  } finally {
    instance.stop?.();
    await instance;
  }
  if (wrong !== undefined) throw new WrongAnswer(`${load.address} answered wrongly: ${wrong}`);
  if (latencies.length === 0) throw new WrongAnswer(`${load.address} answered nothing`);
  return { milliseconds, latencies };
}

function requestsOf({ authorization, draw }: Load): autocannon.Request[] {
  return Array.from({ length: requestsPerConnection }, () => {
    const { method, path, body } = draw();
    const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) };
    return { method, path, headers, ...(body !== undefined && { body }) };
  });
}
