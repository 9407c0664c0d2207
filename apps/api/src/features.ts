import type { Feature } from './feature.ts';
import { events } from './events/events.feature.ts';
import { pets } from './pets/pets.feature.ts';
import { store } from './orders/store.feature.ts';

// In the order of the OpenAPI document. One line for each feature, because Git then merges two branches that add one (`.gitattributes`).
export const features: Readonly<Record<string, Feature>> = {
  pets,
  store,
  events,
};
