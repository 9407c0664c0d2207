export type { HttpResponse } from './http-response.ts';
export { KeepAliveClient, type Request } from './keep-alive-client.ts';
export { exchange, parseResponse, requestText } from './raw-http.ts';
export { parseHead } from './parse-head.ts';
export { requestWith } from './request-with.ts';
