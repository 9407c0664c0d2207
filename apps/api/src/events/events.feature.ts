import { pageSchema } from '@petstore/openapi/decorators';
import type { Feature } from '../feature.ts';
import { EventsModule } from './events.module.ts';

export const events: Feature = {
  tag: ['events', 'What happened (beta).'],
  modules: [],
  betaModules: [EventsModule],
  pages: { Events: pageSchema('Event', 'Events, in the order of the log.') },
  errors: {},
};
