import { defineList, type PageRequestOf } from '@petstore/http/paging/page-request';
import { Int64 } from '@petstore/kernel';
import { NoteColour } from './note.ts';

export const notesPath = '/v1/notes';

/** The list of `listNotes`. A position is the id of a note. */
export const noteList = defineList({
  path: notesPath,
  filters: { colour: NoteColour },
  parsePosition: (text) => Int64.fromText(text),
});

export type ListNotesRequest = PageRequestOf<typeof noteList>;
