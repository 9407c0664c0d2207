import { Actor, newAuditEntry } from '@petstore/access-domain';
import { issuedAt, issuedKey } from '@petstore/access-domain/testing';
import { toLogRows, toStoredEntries } from './api-key-log.table.ts';

const entry = newAuditEntry(Actor.of('zoë'), 'issued', issuedKey().apiKey);

it('the rows of log entries are copies, so that the entries stay the same when TypeORM adds generated values', () => {
  const rows = toLogRows([entry, { ...entry, action: 'revoked' }]);
  expect(rows).toStrictEqual([entry, { ...entry, action: 'revoked' }]);
  expect(rows[0]).not.toBe(entry);
});

it('a stored entry has the values and the time of its row, without the id', () => {
  expect(toStoredEntries([{ ...entry, id: '7', at: issuedAt }])).toStrictEqual([{ ...entry, at: issuedAt }]);
});
