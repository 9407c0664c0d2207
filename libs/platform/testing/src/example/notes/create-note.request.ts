import { ValidAs } from '@petstore/http/validation/validate-body';
import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import { NoteColour, NotePriority, NoteText, type NewNote } from './note.ts';

/** The body of `createNote`. */
@LazySwagger(({ ApiSchema }) => ApiSchema({ name: 'NewNote' }))
export class CreateNoteRequest {
  @LazySwagger(({ ApiProperty }) => {
    const { minLength, maxLength, pattern } = NoteText;
    return ApiProperty({ type: 'string', minLength, maxLength, pattern, example: 'Buy hay' });
  })
  @ValidAs(NoteText, { type: 'string' })
  readonly text!: NoteText;

  @LazySwagger(({ ApiProperty }) => ApiProperty({ type: 'integer', format: 'int64', example: 3 }))
  @ValidAs(NotePriority, { type: 'integer' })
  readonly priority!: NotePriority;

  @LazySwagger(({ ApiPropertyOptional }) =>
    ApiPropertyOptional({ type: 'string', enum: NoteColour.values, default: NoteColour.initial.value }),
  )
  @ValidAs(NoteColour, { type: 'string', optional: true })
  readonly colour?: NoteColour;

  toNewNote(): NewNote {
    return { text: this.text, priority: this.priority, colour: this.colour ?? NoteColour.initial };
  }
}
