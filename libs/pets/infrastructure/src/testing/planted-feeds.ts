import { ChangeHistory, ChangePosition, Pet, type PetChanges, type StoredPet } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';

export type Feed = Pick<PetChanges, 'present' | 'after'>;

const history = ChangeHistory.restore({ system: '1', timeline: '00000001', table: '1' });

/** Wrong feeds, with which a test shows that it would detect a lost change. */
export const plantedFeeds: Record<string, (dataSource: DataSource) => Promise<Feed>> = {
  'in the order of the ids': async (dataSource) => feedBy(dataSource, '0::bigint'),

  'in the order of the times of the changes': async (dataSource) => {
    await dataSource.query('ALTER TABLE pets ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now()');
    return feedBy(dataSource, "(extract('epoch' FROM changed_at) * 1000000)::bigint");
  },

  'in the order of the transaction ids, without the limit of the snapshot': async (dataSource) =>
    feedBy(dataSource, 'changed_in::text::bigint'),
};

/** @param key SQL expression of a bigint that orders the changes before the id */
function feedBy(dataSource: DataSource, key: string): Feed {
  const read = async (where: string, parameters: unknown[]) =>
    dataSource.query<(StoredPet & { key: string })[]>(
      `SELECT id, name, category_id AS "categoryId", status, ${key} AS key FROM pets ${where}`,
      parameters,
    );
  return {
    async present() {
      const [last] = await read(`ORDER BY ${key} DESC, id DESC LIMIT 1`, []);
      return last ? ChangePosition.restore(history, last.key, last.id) : ChangePosition.start(history);
    },
    async after(position, limit) {
      const where = `WHERE (${key}, id) > ($1, $2) ORDER BY ${key}, id LIMIT $3`;
      const rows = await read(where, [position.changedIn, position.petId, limit]);
      const last = rows.at(-1);
      return {
        pets: rows.map((row) => Pet.restore(row)),
        next: last ? ChangePosition.restore(history, last.key, last.id) : position,
      };
    },
  };
}
