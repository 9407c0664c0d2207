/** A data source, or another connection whose `query` returns rows. */
interface Queryable {
  query(sql: string): Promise<unknown>;
}

/**
 * Describes each object of the schema `public` in one line, such as `column pets.name text NOT NULL`, sorted. Two schemas with
 * equal lines behave equally: the order of columns and the object identifiers are ignored.
 */
export async function describeSchema(dataSource: Queryable): Promise<string[]> {
  const rows = (await dataSource.query(`
    SELECT format('%s %I owner %I', CASE relkind WHEN 'r' THEN 'table' WHEN 'S' THEN 'sequence' ELSE relkind::text END,
        relname, pg_get_userbyid(relowner)) AS line
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind <> 'i'
    UNION ALL SELECT format('column %I.%I %s%s%s%s', relname, attname, format_type(atttypid, atttypmod),
        CASE WHEN attnotnull THEN ' NOT NULL' END, ' identity ' || nullif(attidentity::text, ''),
        ' default ' || pg_get_expr(adbin, adrelid))
      FROM pg_attribute JOIN pg_class AS c ON c.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
    UNION ALL SELECT format('constraint %s %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT 'index ' || pg_get_indexdef(oid)
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'i'
    UNION ALL SELECT 'trigger ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT format('sequence %s from %s by %s of %s', seqrelid::regclass, seqstart, seqincrement, seqtypid::regtype)
      FROM pg_sequence
    UNION ALL SELECT 'type ' || typname FROM pg_type
      WHERE typnamespace = 'public'::regnamespace AND typrelid = 0 AND typelem = 0
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace`)) as {
    line: string;
  }[];
  return rows.map(({ line }) => line).sort();
}
