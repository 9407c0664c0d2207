import { Json } from '@petstore/http/nest/http-adapter';
import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import { CreateNoteRequest } from './create-note.request.ts';
import type { Note } from './note.ts';

/** The schema of a note in responses. */
@LazySwagger(({ ApiSchema }) => ApiSchema({ name: 'Note' }))
export class NoteResponse extends CreateNoteRequest {
  @LazySwagger(({ ApiProperty }) => ApiProperty({ type: 'integer', format: 'int64', example: 7 }))
  readonly id?: unknown;
}

export function noteJson(note: Note): Json {
  return new Json(textOf(note));
}

export function notesJson(notes: readonly Note[]): Json {
  return new Json(`[${notes.map(textOf).join(',')}]`);
}

function textOf({ id, text, priority, colour }: Note): string {
  const strings = `"text":${JSON.stringify(text.value)},"colour":"${colour.value}"`;
  return `{"id":${id},"priority":${priority.decimal},${strings}}`;
}
