import { Module } from '@nestjs/common';
import type { HttpContext } from '@petstore/http/nest/http-context';
import type { DocumentPart } from '@petstore/openapi/document/document-part';
import { NotesController } from './notes.controller.ts';
import { notesErrors } from './notes.errors.ts';

@Module({ controllers: [NotesController] })
class NotesModule {}

export const notesContext: HttpContext<DocumentPart> = {
  module: NotesModule,
  errors: notesErrors,
  document: async () => (await import('./notes.document.ts')).notesDocumentPart,
};
