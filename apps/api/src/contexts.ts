import type { Context } from './context.ts';
import { events } from './events/events.context.ts';
import { pets } from './pets/pets.context.ts';
import { store } from './orders/store.context.ts';

// One line for each context, because Git then merges two branches that add one (`.gitattributes`).
const all: Readonly<Record<string, Context>> = {
  pets,
  store,
  events,
};

/** The contexts that have operations with this setting, in the order of the OpenAPI document. */
export function contextsWith({ beta }: { readonly beta: boolean }): Context[] {
  return Object.values(all).filter(({ modules }) => beta || modules.length > 0);
}
