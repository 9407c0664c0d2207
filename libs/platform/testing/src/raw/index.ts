export type { Answer } from './answer.ts';
export { KeepAliveClient, type Request } from './keep-alive-client.ts';
export { exchange, parseAnswer, requestText } from './raw-http.ts';
export { readHead } from './read-head.ts';
export { requestWith } from './request-with.ts';
