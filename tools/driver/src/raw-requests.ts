// The tools must not import the test library, which has similar functions.

/** Returns the text of a GET request. @param headers header lines, such as `Accept: text/html` */
export function rawGet(target: string, ...headers: string[]): string {
  return [`GET ${target} HTTP/1.1`, 'Host: pets', ...headers, '\r\n'].join('\r\n');
}

/**
 * Returns the request line and the headers of `POST /v1/pets`, without the body.
 * @param contentLength length of the body in bytes
 * @param headers further header lines
 */
export function rawCreateHead(key: string, contentLength: number, ...headers: string[]): string {
  return rawHead('POST /v1/pets', key, contentLength, ...headers);
}

/**
 * Returns the request line and the headers of a request with a JSON body, without the body.
 * @param methodAndPath such as `PATCH /v1/pets/1`
 * @param contentLength length of the body in bytes
 * @param headers further header lines
 */
export function rawHead(methodAndPath: string, key: string, contentLength: number, ...headers: string[]): string {
  return [
    `${methodAndPath} HTTP/1.1`,
    'Host: pets',
    ...headers,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${contentLength}`,
    '\r\n',
  ].join('\r\n');
}
