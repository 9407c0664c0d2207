import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { contextOf } from '@petstore/http/context/request-context';
import { Deprecated } from '@petstore/http/nest/deprecation.guard';
import { JsonBody, lazyBodyPipe } from '@petstore/http/nest/json-body';
import { PageParameters } from '@petstore/http/paging/page-request';
import { readIdempotencyKey } from '@petstore/http/request/idempotency-key.header';
import type { Json } from '@petstore/http/nest/http-adapter';
import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import type { Request, Response } from 'express';
import { noteJson, notesJson } from './note.response.ts';
import { noteList, notesPath, type ListNotesRequest } from './note-list.ts';
import { NoteRepository } from './note-repository.ts';
import type { NewNote } from './note.ts';
import { getNoteDeprecation } from './notes.deprecations.ts';

const document = () => import('./notes.document.ts');

const NewNotePipe = lazyBodyPipe(
  async () => (await import('./create-note.request.ts')).CreateNoteRequest,
  (body) => body.toNewNote(),
);

@LazySwagger(async () => (await document()).NotesDocument())
@Controller('notes')
export class NotesController {
  constructor(private readonly repository: NoteRepository) {}

  @Get()
  @LazySwagger(async () => (await document()).ListNotesDocument())
  async listNotes(
    @PageParameters(noteList) page: ListNotesRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json> {
    const { notes, next } = await this.repository.list(page.limit, page.filters.colour, page.position);
    page.setLinkHeader(response, next);
    return notesJson(notes);
  }

  @Post()
  @LazySwagger(async () => (await document()).CreateNoteDocument())
  async createNote(
    @JsonBody(NewNotePipe) newNote: NewNote,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json> {
    const note = await this.repository.add(newNote, readIdempotencyKey(request, contextOf(request).caller!.id));
    response.setHeader('Location', `${notesPath}/${note.id}`);
    return noteJson(note);
  }

  @Get(':noteId')
  @Deprecated(getNoteDeprecation)
  @LazySwagger(async () => (await document()).GetNoteDocument())
  async getNote(@Param('noteId') noteId: string): Promise<Json> {
    return noteJson(await this.repository.find(noteId));
  }
}
