import { Module, type DynamicModule } from '@nestjs/common';
import { type ApplicationOptions } from '@petstore/bootstrap';
import { readServerSettings } from '@petstore/bootstrap/settings';
import { ErrorCatalogue } from '@petstore/http/response/error-catalogue';
import { tokenContext } from './auth/token.context.ts';
import { Tokens } from './auth/tokens.ts';
import { NoteRepository } from './notes/note-repository.ts';
import { notesContext } from './notes/notes.context.ts';

@Module({})
class NotesApplicationModule {
  static on(repository: NoteRepository, tokens: Tokens): DynamicModule {
    const providers = [
      { provide: NoteRepository, useValue: repository },
      { provide: Tokens, useValue: tokens },
    ];
    return { module: NotesApplicationModule, global: true, providers, exports: [NoteRepository, Tokens] };
  }
}

export const token = 'notes_Q3V0ZSBjYXRz';
export const readOnlyToken = 'notes_R29vZCBkb2dz';

/**
 * A second application of the platform, with another context and another authentication. Its tests show that the platform works
 * without the Petstore. It imports nothing from `apps/` or from the contexts in `libs/`.
 */
export function notesApplication(repository = new NoteRepository()): ApplicationOptions {
  const tokens = new Tokens({ [token]: { id: 'caller-1' }, [readOnlyToken]: { id: 'caller-2', isReadOnly: true } });
  const settings = readServerSettings({});
  return {
    version: '0.1.0',
    module: NotesApplicationModule.on(repository, tokens),
    contexts: [tokenContext, notesContext],
    errors: new ErrorCatalogue(tokenContext.errors, notesContext.errors),
    http: {
      ...settings,
      recordClientAddress: settings.logClientAddress,
      isSecret: (text) => tokens.isAnyIn(text),
    },
    pathPrefix: '/v1',
    document: {
      title: 'Notes',
      introduction: 'Short texts.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      contact: { name: 'The maintainers of the platform' },
      servers: [{ url: '/v1', description: 'This service' }],
    },
  };
}
