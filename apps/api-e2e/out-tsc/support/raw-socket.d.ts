import { type Socket } from 'node:net';
import type { Instance } from './client.ts';
/** Opens a TCP connection, for bytes that an HTTP client cannot send. Ignores its later errors. */
export declare function openSocket({ address }: Instance): Promise<Socket>;
/** Opens the connections, 100 at a time. @param prepare called with each of them */
export declare function openSockets(instance: Instance, count: number, prepare?: (socket: Socket, index: number) => unknown): Promise<Socket[]>;
/** Writes the text, and waits until the system has it, or the write has failed. */
export declare function write(socket: Socket, text: string): Promise<unknown>;
/** Sends the bytes and the end of the stream. @returns all that the service sends until it closes the connection */
export declare function exchange(instance: Instance, bytes: string | Buffer): Promise<string>;
/** Returns the text of a request head. @param headers lines, such as `Accept: text/html` */
export declare function head(methodAndPath: string, ...headers: string[]): string;
/** Returns the head of a request with a JSON body. @param contentLength bytes */
export declare function headOfBody(methodAndPath: string, key: string, contentLength: number, ...headers: string[]): string;
//# sourceMappingURL=raw-socket.d.ts.map