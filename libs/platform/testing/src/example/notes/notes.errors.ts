import { DomainError } from '@petstore/kernel';
import { defineErrors, type HttpError } from '@petstore/http/response/http-error';
import { platformErrors } from '@petstore/http/response/platform-errors';

export class NoteNotFound extends DomainError {
  readonly kind = 'not-found';
  readonly code = 'note_not_found';

  constructor() {
    super('There is no note with this noteId.');
  }
}

/** The store has its maximum number of notes. */
export class StoreFull extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'store_full';

  constructor() {
    super('The store has its maximum number of notes.');
  }
}

type NotesErrorCode = (NoteNotFound | StoreFull)['code'] | 'invalid_note';

export const { note_not_found: noteNotFound, store_full: storeFull } = defineErrors({
  note_not_found: { status: 404, meaning: new NoteNotFound().message },
  store_full: { status: 409, meaning: new StoreFull().message },
});

export const notesErrors: Readonly<Record<NotesErrorCode, HttpError>> = {
  note_not_found: noteNotFound,
  store_full: storeFull,
  invalid_note: platformErrors.invalid_body,
};
