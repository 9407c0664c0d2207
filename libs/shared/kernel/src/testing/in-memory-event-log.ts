import type { DomainEvent } from '../domain-event.ts';
import { EventLog, type EventQuery, type EventsPage, type LoggedEvent, type LogPlace } from '../event-log.ts';
import { CursorGone } from '../kernel.errors.ts';

/** Test double. Its ids start at 1. A position is the number of the history and the id of an event. */
export class InMemoryEventLog extends EventLog {
  readonly events: LoggedEvent[] = [];
  private history = 1;

  append(event: DomainEvent | undefined): void {
    if (!event) return;
    const history = `00000000-0000-4000-8000-${String(this.history).padStart(12, '0')}`;
    this.events.push({ ...event, id: String(this.events.length + 1), history, time: new Date() });
  }

  /** Ends the history, as a promotion does. All positions become invalid. */
  startNewHistory(): void {
    this.history += 1;
  }

  async read({ after = `${this.history}/0`, types, petId, limit }: EventQuery): Promise<EventsPage> {
    const [history, last] = after.split('/').map(Number);
    if (history !== this.history) throw new CursorGone();
    const matching = this.events.filter(
      (event) =>
        Number(event.id) > last! &&
        (types?.includes(event.type) ?? true) &&
        (petId === undefined || event.petId === petId),
    );
    const events = matching.slice(0, limit);
    return { events, next: `${this.history}/${events.at(-1)?.id ?? last}` };
  }

  async latest(): Promise<string> {
    return `${this.history}/${this.events.length}`;
  }

  async resume({ position }: LogPlace): Promise<LogPlace> {
    const id = position.split('/')[1];
    return { position: `${this.history}/${id}`, history: this.events.find((event) => event.id === id)?.history };
  }
}
