import { Contract, type Exchange } from './index.ts';
import { document } from './testing/small-document.ts';

const contract = new Contract(document);

const cat = '{"id":1,"name":"Tom","kind":"cat"}';
const got: Exchange = {
  method: 'GET',
  path: '/v1/cats/1?colour=red',
  status: 200,
  headers: { 'x-id': 'abc', 'content-type': 'application/json', date: 'today' },
  text: cat,
};
const error = (code: string, status: number) => JSON.stringify({ code, message: 'No.', status });
const missing: Exchange = {
  ...got,
  status: 404,
  headers: { ...got.headers, 'retry-after': '1' },
  text: error('no_cat', 404),
};

function faultsOf(change: Partial<Exchange>, exchange = got): string[] {
  return contract.faultsOf({ ...exchange, ...change }).map((fault) => fault.replace(/^.* answered \d+: /, ''));
}

describe('the contract', () => {
  it.each([
    ['an animal', {}],
    ['an animal without what is optional', { text: '{"id":1,"name":"Tom"}' }],
    ['an animal behind a trailing slash', { path: '/v1/cats/1/' }],
    ['an animal asked for by a whole address', { path: 'http://cats.example/v1/cats/1' }],
    ['a type with parameters', { headers: { ...got.headers, 'content-type': 'Application/JSON; charset=utf-8' } }],
    [
      'what is said to browsers alone',
      { headers: { ...got.headers, vary: 'Origin', 'x-content-type-options': 'nosniff' } },
    ],
    ['HEAD, which has no body', { method: 'HEAD', text: '' }],
    ['a list', { path: '/v1/cats', text: `[${cat},${cat}]` }],
    ['ids beyond 2^53', { text: cat.replace('1', '9223372036854775807') }],
    ['ids beyond 2^53, negative', { text: cat.replace('1', '-9223372036854775808') }],
    ['digits within text', { text: cat.replace('Tom', '\\"1.') }],
    ['as many code points as may be, outside of the BMP', { text: cat.replace('Tom', '\u{1f408}'.repeat(3)) }],
  ])('is held by %s', (_, change) => {
    expect(faultsOf(change)).toEqual([]);
  });

  it.each([
    ['a status that is not documented', { status: 202 }, ['the status is not documented']],
    [
      'a member that is missing',
      { text: '{"id":1}' },
      ['body must have required property \'name\' {"missingProperty":"name"}'],
    ],
    [
      'an optional member under another name',
      { text: cat.replace('kind', 'sort') },
      ['body must NOT have unevaluated properties {"unevaluatedProperty":"sort"}'],
    ],
    [
      'a member under another name in a list',
      { path: '/v1/cats', text: `[${cat},${cat.replace('kind', 'sort')}]` },
      ['body/1 must NOT have unevaluated properties {"unevaluatedProperty":"sort"}'],
    ],
    ['a number in quotes', { text: cat.replace('1', '"1"') }, ['body/id must be integer {"type":"integer"}']],
    ['too many code points', { text: cat.replace('Tom', 'Tom!') }, [expect.stringContaining('more than 3')]],
    ['a value outside of its set', { text: cat.replace('"cat"', '"dog"') }, [expect.stringContaining('allowed')]],
    ['an integer as a float', { text: cat.replace('1', '1.0') }, ['the body holds 1.0, no int64 in plain digits']],
    ['an integer with an exponent', { text: cat.replace('1', '1e3') }, [expect.stringContaining('1e3')]],
    [
      'an integer one beyond int64',
      { text: cat.replace('1', '9223372036854775808') },
      ['the body holds 9223372036854775808, no int64 in plain digits'],
    ],
    ['a body that is not JSON', { text: '{' }, ['the body is not JSON: {']],
    ['a body behind HEAD', { method: 'HEAD' }, ['HEAD was answered with a body']],
    [
      'a type that is not documented',
      { headers: { ...got.headers, 'content-type': 'text/html' } },
      ['the content type "text/html" is not documented'],
    ],
    ['no type', { headers: { 'x-id': 'abc' } }, ['the content type "" is not documented']],
    ['a required header left out', { headers: { 'content-type': 'application/json' } }, ['the header X-Id is missing']],
    [
      'a header that is not documented',
      { headers: { ...got.headers, 'x-powered-by': 'cats' } },
      ['the header x-powered-by is not documented'],
    ],
    ['a header against its schema', { headers: { ...got.headers, 'x-id': '' } }, [expect.stringContaining('X-Id')]],
  ])('is broken by %s', (_, change, faults) => {
    expect(faultsOf(change)).toEqual(faults);
  });

  it('says which exchange broke it, and throws when it is checked', () => {
    const fault = 'GET /v1/cats/1?colour=red (getCat) answered 202: the status is not documented';
    expect(contract.faultsOf({ ...got, status: 202 })).toEqual([fault]);
    expect(() => contract.check({ ...got, status: 202 })).toThrow(fault);
    expect(() => contract.check(got)).not.toThrow();
  });
});

describe('the contract, of failures', () => {
  it.each([
    ['one of an operation', {}],
    ['one where there is no operation', { path: '/v1/dogs', text: error('no_path', 404) }],
    ['one of a method that is none', { method: 'PUT', status: 405, text: error('no_method', 405) }],
    ['one of what never became a request', { method: '', path: '', status: 400, text: error('no_http', 400) }],
    ['a success elsewhere, which is nothing of its own', { path: '/', status: 302, headers: {}, text: '' }],
  ])('is held by %s', (_, change) => {
    expect(faultsOf(change, missing)).toEqual([]);
  });

  it.each([
    ['a code of another status', { text: error('no_path', 404) }, 'the code no_path is not documented for it'],
    ['another status in the body', { text: error('no_cat', 400) }, 'the body says status 400'],
    ['another status in the body elsewhere', { path: '/', text: error('no_cat', 400) }, 'the body says status 400'],
    ['a header that is no number', { headers: { ...missing.headers, 'retry-after': 'soon' } }, 'must be integer'],
    ['a negative number', { headers: { ...missing.headers, 'retry-after': '-1' } }, 'must be >= 0'],
    ['a body with more to it', { text: '{"code":"no_cat","message":"No.","status":404,"stack":""}' }, 'unevaluated'],
    ['another body elsewhere', { path: '/', text: '{"statusCode":404}' }, 'must have required'],
    ['another type elsewhere', { path: '/', headers: { 'content-type': 'text/html' } }, 'text/html'],
    ['an empty body elsewhere', { path: '/', text: '' }, 'not JSON'],
  ])('is broken by %s', (_, change, fault) => {
    expect(faultsOf(change, missing).join('\n')).toContain(fault);
  });
});
