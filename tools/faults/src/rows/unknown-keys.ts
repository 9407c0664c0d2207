import { setTimeout as delay } from 'node:timers/promises';
import { patientLimits } from '@petstore/processes';
import { Client } from '../driver/client.ts';
import { inventKey } from '../driver/invented-key.ts';
import { rawConnection } from '../stage/raw-connection.ts';
import { onStage } from './on-stage.ts';
import type { Row } from './row.ts';

/**
 * Connections that present keys which nobody issued: more than may wait for a connection to the database. Each request has
 * another key, because concurrent checks of one key share a look-up.
 */
const strangers = 1_100;

/** Milliseconds that they go on. */
const attack = 5_000;

/** Milliseconds that a client with a valid key waits at most, its connection included, which waits behind theirs. */
const longestWait = 5_000;

export const unknownKeys: Row = {
  name: 'unknown-keys',
  fault: '1,100 clients ask with well-formed keys that nobody issued: none of them takes a connection from valid keys',
  run: (trial) =>
    onStage(async (stage) => {
      const key = await stage.issueKey();
      const { address } = await stage.start(patientLimits);
      const request = () => `GET /v1/pets HTTP/1.1\r\nHost: pets\r\nAuthorization: Bearer ${inventKey()}\r\n\r\n`;
      let [refused, others, isOver] = [0, 0, false];
      const attackers = await Promise.all(Array.from({ length: strangers }, () => rawConnection(address())));
      for (const socket of attackers) {
        socket.on('data', (bytes) => {
          if (bytes.toString('latin1').startsWith('HTTP/1.1 401')) refused += 1;
          else others += 1;
          if (!isOver) socket.write(request());
        });
        socket.write(request());
      }
      const client = new Client(address, key);
      let [served, longest] = [0, 0];
      for (const until = performance.now() + attack; performance.now() < until;) {
        const { status, code, milliseconds } = await client.send('GET', '/v1/pets?limit=1');
        trial.require(status === 200, `a client with a valid key was answered ${status} ${code}`);
        [served, longest] = [served + 1, Math.max(longest, milliseconds)];
        await delay(20);
      }
      isOver = true;
      for (const socket of attackers) socket.destroy();
      client.close();
      trial.require(longest <= longestWait, `a client with a valid key waited ${Math.round(longest)} ms`);
      trial.require(refused > strangers, `only ${refused} requests were refused with 401`);
      trial.require(others === 0, `${others} requests with an unknown key were answered otherwise than 401`);
      trial.note(`${refused} refused with 401; ${served} requests with a valid key served`);
      return { requests: served, longest };
    }),
};
