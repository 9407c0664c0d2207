import { setTimeout as delay } from 'node:timers/promises';
import { Client, generateUnknownKey, listPets, rawConnection, rawGet } from '@petstore/driver';
import { relaxedTimeouts } from '@petstore/processes';
import { withEnvironment } from '../environment/with-environment.ts';
import type { Row } from './row.ts';

/**
 * Connections of the attack: more than the callers that may wait for a database connection. Each request has another key, because
 * concurrent checks of one key share a query.
 */
const attackerCount = 1_100;

/** Milliseconds of the attack. */
const duration = 5_000;

/** Maximum milliseconds of a request with a valid key, including the wait for its TCP connection behind those of the attackers. */
const maxResponseTime = 5_000;

export const unknownKeys: Row = {
  name: 'unknown-keys',
  fault:
    '1,100 clients send well-formed keys that were never issued: requests with a valid key always get a connection',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const key = await environment.issueKey();
      const { address } = await environment.start(relaxedTimeouts);
      const unknownKeyRequest = () => rawGet('/v1/pets', `Authorization: Bearer ${generateUnknownKey()}`);
      let [refused, others, isEnding] = [0, 0, false];
      const attackers = await Promise.all(Array.from({ length: attackerCount }, () => rawConnection(address())));
      for (const socket of attackers) {
        socket.on('data', (bytes) => {
          if (bytes.toString('latin1').startsWith('HTTP/1.1 401')) refused += 1;
          else others += 1;
          if (!isEnding) socket.write(unknownKeyRequest());
        });
        socket.write(unknownKeyRequest());
      }
      const client = new Client(address, key);
      let [served, longest] = [0, 0];
      for (const until = performance.now() + duration; performance.now() < until;) {
        const { status, code, milliseconds } = await client.send(listPets({ limit: 1 }));
        run.require(status === 200, `a client with a valid key got ${status} ${code}`);
        [served, longest] = [served + 1, Math.max(longest, milliseconds)];
        await delay(20);
      }
      isEnding = true;
      for (const socket of attackers) socket.destroy();
      client.close();
      run.require(longest <= maxResponseTime, `a client with a valid key waited ${Math.round(longest)} ms`);
      run.require(refused > attackerCount, `only ${refused} requests were refused with 401`);
      run.require(others === 0, `${others} requests with an unknown key got another status than 401`);
      run.note(`${refused} refused with 401; ${served} requests with a valid key served`);
      return { requests: served, longest };
    }),
};
