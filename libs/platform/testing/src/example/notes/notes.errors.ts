import { DomainError } from '@petstore/kernel';
import { defineErrors, type HttpError } from '@petstore/http/response/http-error';
import { platformErrors } from '@petstore/http/response/platform-errors';

export class NoteNotFound extends DomainError {
  readonly code = 'note_not_found';

  constructor() {
    super('There is no note with this noteId.');
  }
}

export class NoteLimitReached extends DomainError {
  readonly code = 'note_limit_reached';

  constructor() {
    super('There is the maximum number of notes.');
  }
}

type NotesErrorCode = (NoteNotFound | NoteLimitReached)['code'] | 'invalid_note';

export const { note_not_found: noteNotFound, note_limit_reached: noteLimitReached } = defineErrors({
  note_not_found: { status: 404, meaning: new NoteNotFound().message },
  note_limit_reached: { status: 409, meaning: new NoteLimitReached().message },
});

export const notesErrors: Readonly<Record<NotesErrorCode, HttpError>> = {
  note_not_found: noteNotFound,
  note_limit_reached: noteLimitReached,
  invalid_note: platformErrors.invalid_body,
};
