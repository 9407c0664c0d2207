/**
 * Returns the rows whose name contains one of the texts; all rows without a text.
 * @throws Error if no row name contains a text
 */
export function chooseRows<Row extends { readonly name: string }>(rows: readonly Row[], names: readonly string[]) {
  const unknown = names.find((name) => !rows.some((row) => row.name.includes(name)));
  if (unknown) throw new Error(`unknown row: ${unknown}`);
  return names.length === 0 ? rows : rows.filter((row) => names.some((name) => row.name.includes(name)));
}
