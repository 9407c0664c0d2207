import type { DomainEvent } from '../domain-event.ts';
import { EventLog, type EventQuery, type EventsPage, type LoggedEvent } from '../event-log.ts';
import { CursorGone } from '../kernel.errors.ts';

/** Test double. Its positions start at 1. */
export class InMemoryEventLog extends EventLog {
  readonly events: LoggedEvent[] = [];
  private appended = 0;

  append(event: DomainEvent | undefined): void {
    if (!event) return;
    const id = `00000000-0000-4000-8000-${String(++this.appended).padStart(12, '0')}`;
    const pet = event.data['pet'];
    const data = { ...event.data, ...(pet && { pet: { id: event.petId, ...pet } }) };
    this.events.push({ ...event, data, id, position: String(this.events.length + 1), time: new Date() });
  }

  /** Removes the last events, as a restore to an earlier state does. */
  undo(count: number): void {
    this.events.splice(-count);
  }

  async read({ after = '0', types, petId, limit }: EventQuery): Promise<EventsPage> {
    const [position, id] = after.split('/');
    const last = Number(position);
    if (id !== undefined && this.events[last - 1]?.id !== id) throw new CursorGone();
    const matching = this.events
      .slice(last)
      .filter((event) => (types?.includes(event.type) ?? true) && (petId === undefined || event.petId === petId));
    const events = matching.slice(0, limit);
    return { events, next: events.length > 0 ? placeOf(events.at(-1)!) : after };
  }

  async latest(): Promise<string> {
    const last = this.events.at(-1);
    return last ? placeOf(last) : '0';
  }
}

function placeOf({ position, id }: LoggedEvent): string {
  return `${position}/${id}`;
}
