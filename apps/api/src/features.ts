import type { Feature } from './feature.ts';
import { events } from './events/events.feature.ts';
import { pets } from './pets/pets.feature.ts';
import { store } from './orders/store.feature.ts';

// One line for each feature, because Git then merges two branches that add one (`.gitattributes`).
const all: Readonly<Record<string, Feature>> = {
  pets,
  store,
  events,
};

/** The features that have operations with this setting, in the order of the OpenAPI document. */
export function featuresWith({ beta }: { readonly beta: boolean }): Feature[] {
  return Object.values(all).filter(({ modules }) => beta || modules.length > 0);
}
