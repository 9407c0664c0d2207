import { Module, type DynamicModule } from '@nestjs/common';
import { readServerSettings, type ApplicationOptions } from '@petstore/bootstrap';
import { ErrorCatalogue } from '@petstore/http/response/error-catalogue';
import { tokenContext } from './auth/token.context.ts';
import { Tokens } from './auth/tokens.ts';
import { NoteStore } from './notes/note-store.ts';
import { notesContext } from './notes/notes.context.ts';

@Module({})
class NotesApplicationModule {
  static on(store: NoteStore, tokens: Tokens): DynamicModule {
    const providers = [
      { provide: NoteStore, useValue: store },
      { provide: Tokens, useValue: tokens },
    ];
    return { module: NotesApplicationModule, global: true, providers, exports: [NoteStore, Tokens] };
  }
}

export const token = 'notes_Q3V0ZSBjYXRz';

/**
 * A second application of the platform, with another context and another authentication. It proves that the platform works
 * without the Petstore: it imports nothing from `apps/` and from the contexts of `libs/`.
 */
export function notesApplication(store = new NoteStore()): ApplicationOptions {
  const tokens = new Tokens({ [token]: 'caller-1' });
  const settings = readServerSettings({});
  return {
    version: '0.1.0',
    module: NotesApplicationModule.on(store, tokens),
    contexts: [tokenContext, notesContext],
    errors: new ErrorCatalogue(tokenContext.errors, notesContext.errors),
    http: {
      ...settings,
      recordClientAddress: settings.logClientAddress,
      isSecret: (text) => tokens.occurIn(text),
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
