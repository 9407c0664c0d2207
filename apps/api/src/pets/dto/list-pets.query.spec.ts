import { ListPetsQuery } from './list-pets.query.ts';

const queryWith = (parameters: object) => Object.assign(new ListPetsQuery(), parameters);

/** Cursors that release 1.0.0 issued: [status, id, cursor]. They must stay valid, because clients may have stored them. */
const releasedCursors = [
  [undefined, '1', '4Sp-BRcxMQ'],
  [undefined, '42', 'fc_nJEiRNDI'],
  [undefined, '9223372036854775807', 'RiywjLymOTIyMzM3MjAzNjg1NDc3NTgwNw'],
  ['available', '77', 'Zzxo92B1Nzc'],
  ['pending', '42', 'qNf70cKTNDI'],
  ['sold', '9007199254740993', '7RkxzUWdOTAwNzE5OTI1NDc0MDk5Mw'],
] as const;

describe.each(releasedCursors)('the cursor for the status %s and the id %s', (status, id, cursor) => {
  const query = status === undefined ? {} : { status };

  it('equals the cursor of release 1.0.0', () => {
    expect(queryWith(query).cursorAt(id)).toBe(cursor);
  });

  it('is accepted', () => {
    expect(queryWith({ ...query, cursor }).page.after?.decimal).toBe(id);
  });
});

it.each(['', '042', '4.0', 'abc', '9223372036854775808'])(
  'has no position with a cursor for "%s", which is not an id',
  (id) => {
    const cursor = queryWith({}).cursorAt(id);
    expect(queryWith({ cursor }).after).toBeUndefined();
  },
);
