/** Bytes of a GET request. @param headers whole lines, such as `Accept: text/html` */
export function rawGet(target: string, ...headers: string[]): string {
  return [`GET ${target} HTTP/1.1`, 'Host: pets', ...headers, '\r\n'].join('\r\n');
}

/** Bytes of the head of a create. @param length of the body, in bytes */
export function rawCreateHead(key: string, length: number, ...headers: string[]): string {
  return [
    'POST /v1/pets HTTP/1.1',
    'Host: pets',
    ...headers,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n');
}
