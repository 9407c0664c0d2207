import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { limitDispatches, maxWhileConnecting } from './dispatch-limit.ts';

const nextIteration = () => new Promise((resolve) => setImmediate(resolve));

let server: EventEmitter;
let dispatched: number[];
/** Passes a request with this number as its URL to the limit. */
let receive: (number: number, socket?: { writable: boolean }, headersSent?: boolean) => void;

beforeEach(() => {
  [server, dispatched] = [new EventEmitter(), []];
  const dispatch = limitDispatches(server as Server, (request) => dispatched.push(Number(request.url)));
  receive = (number, socket = { writable: true }, headersSent = false) =>
    dispatch({ url: String(number), socket } as unknown as IncomingMessage, { headersSent } as ServerResponse);
});

/** @param to exclusive */
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

it('dispatches every request immediately while no connection arrives', () => {
  for (const number of numbers(0, 1_000)) receive(number);
  expect(dispatched).toEqual(numbers(0, 1_000));
});

it('dispatches a few requests in the iteration that accepts a connection, and the others in the following ones', async () => {
  server.emit('connection');
  for (const number of numbers(0, 100)) receive(number);
  expect(dispatched).toEqual(numbers(0, maxWhileConnecting));
  await nextIteration();
  await nextIteration();
  await nextIteration();
  expect(dispatched).toEqual(numbers(0, 100));
});

it('dispatches in the order of arrival while a connection is accepted in every iteration', async () => {
  for (let iteration = 0; iteration < 20; iteration++) {
    server.emit('connection');
    for (const number of numbers(10 * iteration, 10 * iteration + 10)) receive(number);
    const before = dispatched.length;
    await nextIteration();
    expect(dispatched.length - before).toBeLessThanOrEqual(maxWhileConnecting);
  }
  for (let iteration = 0; iteration < 3; iteration++) await nextIteration();
  expect(dispatched).toEqual(numbers(0, 200));
});

it('drops a request that was refused while it waits', async () => {
  server.emit('connection');
  for (const number of numbers(0, maxWhileConnecting)) receive(number);
  receive(maxWhileConnecting, undefined, true);
  await nextIteration();
  await nextIteration();
  expect(dispatched).toEqual(numbers(0, maxWhileConnecting));
});

it('drops a request whose client disconnects while it waits', async () => {
  const socket = { writable: true };
  server.emit('connection');
  for (const number of numbers(0, maxWhileConnecting)) receive(number);
  receive(100, socket);
  receive(101);
  socket.writable = false;
  for (let iteration = 0; iteration < 3; iteration++) await nextIteration();
  expect(dispatched).toEqual([...numbers(0, maxWhileConnecting), 101]);
});
