import { hash } from 'node:crypto';
import type pg from 'pg';

/** Most texts of statements that a connection remembers, because PostgreSQL keeps each prepared one in memory. */
export const maxTexts = 100;

/** Members of pg's connection that its types lack. */
interface PreparingConnection {
  readonly parsedStatements: Record<string, string>;
  close(statement: { type: 'S'; name: string }): void;
}

/** Names of the statements that PostgreSQL keeps prepared for a connection. */
export class StatementNames {
  /** The name by the text. It is empty if the text was executed only once. */
  private readonly names = new Map<string, string>();

  constructor(private readonly connection: pg.Connection) {}

  /**
   * Returns the name of a statement. It is empty the first time, because preparing a statement that is never repeated costs only memory. It is a hash of the
   * text: behind a pooler, another client may have prepared the statement of the same name. Forgets the oldest text if there are too many.
   */
  of(text: string): string {
    const known = this.names.get(text);
    if (known) return known;
    const name = known === undefined ? '' : `petstore_${hash('sha256', text, 'base64url')}`;
    this.names.set(text, name);
    if (this.names.size > maxTexts) this.forgetOldest();
    return name;
  }

  private forgetOldest(): void {
    const [[text, name]] = this.names as unknown as [[string, string]];
    this.names.delete(text);
    if (!name) return;
    const connection = this.connection as unknown as PreparingConnection;
    Reflect.deleteProperty(connection.parsedStatements, name);
    // PostgreSQL answers it together with the next statement.
    connection.close({ type: 'S', name });
  }
}
