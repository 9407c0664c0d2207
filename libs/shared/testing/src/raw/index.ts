export { exchange, parseHead, parseResponse, requestText, type HttpResponse } from './raw-http.ts';
export { requestWith } from './request-with.ts';
