import type { Pet } from '../index.ts';
import { errorResponse, jsonResponse } from './fake-server.ts';

const pageSize = 2;

/**
 * A fake `fetch` of a service with animals that change: `GET /pets` and `GET /pets/changes`, with two animals on a page. It starts with
 * five animals. Before each request it executes the next change of the script.
 */
export class FakePetFeed {
  private pets = new Map<number, { pet: Pet; changedIn: number }>();
  private lastChange = 0;
  private timeline = 1;

  /**
   * @param script executed one by one
   * @param onIdle called for each request of changes after the whole script when there are none
   */
  constructor(
    private readonly script: ((feed: FakePetFeed) => void)[],
    private readonly onIdle: () => void,
  ) {
    for (let id = 1; id <= 5; id++) this.put({ id, name: `Pet ${id}`, categoryId: 1, status: 'available' });
  }

  put(pet: Pet): void {
    this.pets.set(Number(pet.id), { pet, changedIn: ++this.lastChange });
  }

  /** Restores a backup of three animals, one of which has another name now. Earlier cursors are gone. */
  restore(): void {
    this.pets.clear();
    this.timeline++;
    for (let id = 1; id <= 3; id++) this.put({ id, name: `Backup ${id}`, categoryId: 1, status: 'available' });
  }

  get animals(): Map<unknown, Pet> {
    return new Map([...this.pets].sort(([a], [b]) => a - b).map(([id, { pet }]) => [id, pet]));
  }

  readonly fetch: typeof globalThis.fetch = async (input) => {
    this.script.shift()?.(this);
    const { pathname, searchParams } = new URL(String(input));
    const cursor = searchParams.get('cursor');
    return pathname.endsWith('/changes') ? this.changesAfter(cursor) : this.listAfter(Number(cursor ?? 0));
  };

  private listAfter(id: number): Response {
    const rest = [...this.animals.values()].filter((pet) => Number(pet.id) > id);
    const page = rest.slice(0, pageSize);
    const link = { Link: `</v1/pets?cursor=${page.at(-1)?.id}>; rel="next"` };
    return jsonResponse(200, JSON.stringify(page), rest.length > pageSize ? link : {});
  }

  private changesAfter(cursor: string | null): Response {
    const [timeline, position] = (cursor ?? `${this.timeline}.${this.lastChange}`).split('.').map(Number);
    if (timeline !== this.timeline) return errorResponse(410, 'cursor_gone');
    const rest = [...this.pets.values()].filter(({ changedIn }) => changedIn > position!);
    const page = rest.sort((a, b) => a.changedIn - b.changedIn).slice(0, pageSize);
    if (cursor !== null && page.length === 0 && this.script.length === 0) this.onIdle();
    const next = `${timeline}.${page.at(-1)?.changedIn ?? position}`;
    const link = { Link: `</v1/pets/changes?cursor=${next}>; rel="next"` };
    return jsonResponse(200, JSON.stringify(page.map(({ pet }) => pet)), link);
  }
}
