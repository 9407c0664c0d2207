import type { Feature } from '../feature.ts';
import { EventsModule } from './events.module.ts';

export const events: Feature = {
  tag: ['events', 'What happened (beta).'],
  modules: [],
  betaModules: [EventsModule],
  errors: {},
};
