import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiExtraModels, ApiHeader, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { idempotencyKeyHeaderLength, idempotencyKeyPattern } from '@petstore/http/request/idempotency-key.header';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { ApiCreate } from '@petstore/openapi/document/api-create.decorator';
import { ApiDeprecatedOperation } from '@petstore/openapi/document/api-deprecated-operation.decorator';
import { ApiPaging, pageSchema } from '@petstore/openapi/document/api-paging.decorator';
import { ApiResponses } from '@petstore/openapi/document/api-responses.decorator';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { CreateNoteRequest } from './create-note.request.ts';
import { noteList } from './note-list.ts';
import { NoteColour } from './note.ts';
import { NoteResponse } from './note.response.ts';
import { noteNotFound, noteLimitReached } from './notes.errors.ts';

const example = { id: 7, text: 'Buy hay', priority: 3, colour: 'yellow' };

export const notesDocumentPart: DocumentPart = {
  tags: [{ name: 'notes', description: 'Short texts.' }],
  sections: [],
  closingSections: [],
  schemas: { Notes: pageSchema('Note', 'Notes in ascending order of id.') },
  headers: {},
};

export function NotesDocument(): ClassDecorator {
  return applyDecorators(ApiTags('notes'), ApiBearerAuth('bearerAuth'), ApiExtraModels(NoteResponse));
}

export function ListNotesDocument(): MethodDecorator {
  return applyDecorators(
    ApiOperation({ operationId: 'listNotes', summary: 'List notes' }),
    ApiPaging(noteList, {
      items: 'notes',
      schema: 'Notes',
      example: [example],
      examplePosition: '7',
      filters: {
        colour: {
          schema: { type: 'string', enum: [...NoteColour.values], example: 'green' },
          example: 'green',
        },
      },
    }),
  );
}

export function CreateNoteDocument(): MethodDecorator {
  return applyDecorators(
    ApiOperation({ operationId: 'createNote', summary: 'Add a note' }),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      schema: {
        type: 'string',
        maxLength: idempotencyKeyHeaderLength,
        pattern: idempotencyKeyPattern,
        example: 'note-1',
      },
    }),
    ApiCreate({
      body: CreateNoteRequest,
      bodyExamples: { note: { summary: 'A note', value: { text: 'Buy hay', priority: 3 } } },
      description: 'The created note.',
      schema: 'Note',
      example,
      errors: [
        platformErrors.invalid_parameter,
        platformErrors.idempotency_conflict,
        platformErrors.idempotency_mismatch,
        noteLimitReached,
      ],
    }),
  );
}

export function GetNoteDocument(): MethodDecorator {
  return applyDecorators(
    ApiDeprecatedOperation({
      operationId: 'getNote',
      summary: 'Get a note',
      successor: 'GET /notes',
      replacement: '`GET /notes`',
    }),
    ApiParam({ name: 'noteId', schema: { type: 'integer', format: 'int64', example: example.id } }),
    ApiResponses({
      status: 200,
      description: 'The note.',
      schema: 'Note',
      example,
      errors: [noteNotFound],
    }),
  );
}
