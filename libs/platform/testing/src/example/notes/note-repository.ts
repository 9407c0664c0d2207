import { IdempotencyMismatch, type IdempotencyKey, type Int64, type PageLimit } from '@petstore/kernel';
import type { NewNote, Note, NoteColour } from './note.ts';
import { NoteNotFound, NoteLimitReached } from './notes.errors.ts';

/** A create with an idempotency key. */
interface KeyedCreate {
  readonly fingerprint: string;
  readonly note: Note;
}

/** Stores notes in memory. */
export class NoteRepository {
  private readonly notes: Note[] = [];
  private readonly creates = new Map<string, KeyedCreate>();

  /** @param capacity maximum number of notes */
  constructor(private readonly capacity = Infinity) {}

  /**
   * @param after id of the last note of the previous page; 0 for the first page
   * @returns a page, and the id of its last note in `next` if there is another page
   */
  async list(limit: PageLimit, colour?: NoteColour, after: Int64 = '0'): Promise<{ notes: Note[]; next?: Int64 }> {
    const rest = this.notes.filter((note) => BigInt(note.id) > BigInt(after));
    const matching = rest.filter((note) => !colour || note.colour.value === colour.value);
    const notes = matching.slice(0, limit.count);
    return matching.length > notes.length ? { notes, next: notes.at(-1)!.id } : { notes };
  }

  async find(id: string): Promise<Note> {
    const note = this.notes.find((each) => each.id === id);
    if (!note) throw new NoteNotFound();
    return note;
  }

  async add(newNote: NewNote, key?: IdempotencyKey): Promise<Note> {
    const name = key && JSON.stringify([key.owner, key.text]);
    const fingerprint = JSON.stringify(newNote);
    const known = name && this.creates.get(name);
    if (known && known.fingerprint !== fingerprint) throw new IdempotencyMismatch();
    if (known) return known.note;
    if (this.notes.length >= this.capacity) throw new NoteLimitReached();
    const note = { ...newNote, id: String(this.notes.length + 1) };
    this.notes.push(note);
    if (name) this.creates.set(name, { fingerprint, note });
    return note;
  }
}
