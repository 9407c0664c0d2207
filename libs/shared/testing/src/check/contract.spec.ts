import { Contract, type Exchange } from './contract.ts';
import { document } from './testing/small-document.ts';

const contract = new Contract(document);

const cat = '{"id":1,"name":"Tom","kind":"cat"}';
const success: Exchange = {
  method: 'GET',
  path: '/v1/cats/1?colour=red',
  status: 200,
  headers: { 'x-id': 'abc', 'content-type': 'application/json', date: 'today' },
  text: cat,
};
const error = (code: string, status: number) => JSON.stringify({ code, message: 'No.', status });
const notFound: Exchange = {
  ...success,
  status: 404,
  headers: { ...success.headers, 'retry-after': '1' },
  text: error('no_cat', 404),
};

function violationsOf(change: Partial<Exchange>, exchange = success): string[] {
  return contract
    .violationsOf({ ...exchange, ...change })
    .map((violation) => violation.replace(/^.* returned \d+: /, ''));
}

describe('Contract', () => {
  it.each([
    ['a cat', {}],
    ['a cat without optional properties', { text: '{"id":1,"name":"Tom"}' }],
    ['a path with a trailing slash', { path: '/v1/cats/1/' }],
    ['an absolute URL as the request target', { path: 'http://cats.example/v1/cats/1' }],
    [
      'a content type with parameters',
      { headers: { ...success.headers, 'content-type': 'Application/JSON; charset=utf-8' } },
    ],
    ['headers for browsers', { headers: { ...success.headers, vary: 'Origin', 'x-content-type-options': 'nosniff' } }],
    ['HEAD without a body', { method: 'HEAD', text: '' }],
    ['no body if none is documented', { method: 'DELETE', status: 204, headers: { 'x-id': 'abc' }, text: '' }],
    ['a list', { path: '/v1/cats', text: `[${cat},${cat}]` }],
    ['ids beyond 2^53', { text: cat.replace('1', '9223372036854775807') }],
    ['ids beyond 2^53, negative', { text: cat.replace('1', '-9223372036854775808') }],
    ['digits within a string', { text: cat.replace('Tom', '\\"1.') }],
    ['the maximum number of code points, outside of the BMP', { text: cat.replace('Tom', '\u{1f408}'.repeat(3)) }],
  ])('accepts %s', (_, change) => {
    expect(violationsOf(change)).toEqual([]);
  });

  it.each([
    ['an undocumented status', { status: 202 }, ['the status is not documented']],
    [
      'a missing property',
      { text: '{"id":1}' },
      ['body must have required property \'name\' {"missingProperty":"name"}'],
    ],
    [
      'a renamed optional property',
      { text: cat.replace('kind', 'sort') },
      ['body must NOT have unevaluated properties {"unevaluatedProperty":"sort"}'],
    ],
    [
      'a renamed property in a list',
      { path: '/v1/cats', text: `[${cat},${cat.replace('kind', 'sort')}]` },
      ['body/1 must NOT have unevaluated properties {"unevaluatedProperty":"sort"}'],
    ],
    ['a number as a string', { text: cat.replace('1', '"1"') }, ['body/id must be integer {"type":"integer"}']],
    ['too many code points', { text: cat.replace('Tom', 'Tom!') }, [expect.stringContaining('more than 3')]],
    ['a value outside of its enum', { text: cat.replace('"cat"', '"dog"') }, [expect.stringContaining('allowed')]],
    ['an integer as a float', { text: cat.replace('1', '1.0') }, ['the body contains 1.0, which is not a plain int64']],
    ['an integer with an exponent', { text: cat.replace('1', '1e3') }, [expect.stringContaining('1e3')]],
    [
      'an integer one above int64',
      { text: cat.replace('1', '9223372036854775808') },
      ['the body contains 9223372036854775808, which is not a plain int64'],
    ],
    ['a body that is not JSON', { text: '{' }, ['the body is not JSON: {']],
    ['a body in the response to HEAD', { method: 'HEAD' }, ['the response to HEAD has a body']],
    [
      'an undocumented content type',
      { headers: { ...success.headers, 'content-type': 'text/html' } },
      ['the content type "text/html" is not documented'],
    ],
    ['no content type', { headers: { 'x-id': 'abc' } }, ['the content type "" is not documented']],
    [
      'a body if none is documented',
      { method: 'DELETE', status: 204 },
      ['the response has a body, and none is documented'],
    ],
    ['a missing required header', { headers: { 'content-type': 'application/json' } }, ['the header X-Id is missing']],
    [
      'an undocumented header',
      { headers: { ...success.headers, 'x-powered-by': 'cats' } },
      ['the header x-powered-by is not documented'],
    ],
    [
      'a header that violates its schema',
      { headers: { ...success.headers, 'x-id': '' } },
      [expect.stringContaining('X-Id')],
    ],
  ])('reports %s', (_, change, violations) => {
    expect(violationsOf(change)).toEqual(violations);
  });

  it('names the exchange in each violation, and throws the violations from check', () => {
    const violation = 'GET /v1/cats/1?colour=red (getCat) returned 202: the status is not documented';
    expect(contract.violationsOf({ ...success, status: 202 })).toEqual([violation]);
    expect(() => contract.check({ ...success, status: 202 })).toThrow(violation);
    expect(() => contract.check(success)).not.toThrow();
  });
});

describe('Contract, for errors', () => {
  it.each([
    ['an error of an operation', {}],
    ['an error of an unknown path', { path: '/v1/dogs', text: error('no_path', 404) }],
    ['an error of an unsupported method', { method: 'PUT', status: 405, text: error('no_method', 405) }],
    ['an error of an invalid request', { method: '', path: '', status: 400, text: error('no_http', 400) }],
    ['a success of an undocumented path', { path: '/', status: 302, headers: {}, text: '' }],
  ])('accepts %s', (_, change) => {
    expect(violationsOf(change, notFound)).toEqual([]);
  });

  it.each([
    ['a code of another status', { text: error('no_path', 404) }, 'the code no_path is not documented for this status'],
    ['another status in the body', { text: error('no_cat', 400) }, 'the body has status 400'],
    [
      'another status in the body for an undocumented path',
      { path: '/', text: error('no_cat', 400) },
      'the body has status 400',
    ],
    ['a header that is not a number', { headers: { ...notFound.headers, 'retry-after': 'soon' } }, 'must be integer'],
    ['a negative number', { headers: { ...notFound.headers, 'retry-after': '-1' } }, 'must be >= 0'],
    [
      'an unknown property in the body',
      { text: '{"code":"no_cat","message":"No.","status":404,"stack":""}' },
      'unevaluated',
    ],
    ['another body for an undocumented path', { path: '/', text: '{"statusCode":404}' }, 'must have required'],
    [
      'another content type for an undocumented path',
      { path: '/', headers: { 'content-type': 'text/html' } },
      'text/html',
    ],
    ['an empty body for an undocumented path', { path: '/', text: '' }, 'not JSON'],
  ])('reports %s', (_, change, violation) => {
    expect(violationsOf(change, notFound).join('\n')).toContain(violation);
  });
});

describe('operationFor', () => {
  const { get } = document.paths['/cats/{catId}']!;
  const operation = (operationId: string) => ({ ...get!, operationId });
  const paths = Object.entries({
    '/cats/{catId}': { get: operation('getCat'), patch: operation('changeCat') },
    '/cats/{catId}/toys/{toyId}': { get: operation('getToy') },
    '/cats/{catId}/toys/first': { get: operation('getFirstToy') },
    '/cats/changes': { get: operation('listCatChanges') },
    '/cats': { get: operation('listCats') },
  });
  // The order of the document must not matter.
  const contracts = [paths, paths.toReversed()].map(
    (ordered) => new Contract({ ...document, paths: Object.fromEntries(ordered) }),
  );

  it.each([
    ['GET', '/v1/cats', 'listCats'],
    ['PATCH', '/v1/cats/1', 'changeCat'],
    ['HEAD', '/v1/cats/changes/?limit=1', 'listCatChanges'],
    ['GET', '/v1/cats/changes1', 'getCat'],
    ['PATCH', '/v1/cats/changes', undefined],
    ['GET', '/v1/cats/1/toys/first', 'getFirstToy'],
    ['GET', '/v1/cats/1/toys/2', 'getToy'],
    ['GET', '/v1/cats/1/2', undefined],
  ])('%s %s is for %s', (method, path, operationId) => {
    for (const each of contracts) expect(each.operationFor({ method, path })?.operationId).toBe(operationId);
  });
});
