import { Deprecation } from '@petstore/http/response/deprecation';
import { notesPath } from './note-list.ts';

export const getNoteDeprecation = new Deprecation({
  since: new Date('2026-01-01T00:00:00Z'),
  sunset: new Date('2027-01-01T00:00:00Z'),
  successor: notesPath,
  documentation: '/docs#/notes/getNote',
});
