import { formatFiles, logger, names } from '@nx/devkit';

/** The aggregate of each context, its table, and the DTO class of what clients send. */
const aggregates = {
  pets: { Name: 'Pet', noun: 'animal', table: 'pets', folder: 'pets', dto: 'class PetMembers' },
  store: { Name: 'Order', noun: 'order', table: 'orders', folder: 'orders', dto: 'class PlaceOrderDto' },
};

/** What depends on the type of a field. `toPlain` and `restore` convert from and to the value object. */
const types = {
  text: {
    plain: 'string',
    member: 'string',
    samples: "['One', 'Two']",
    column: 'text',
    toPlain: (value) => `${value}.text`,
    restore: (Value, stored) => `typeof ${stored} === 'string' ? new ${Value}(${stored}) : undefined`,
    schema: (Value) =>
      `type: 'string', minLength: ${Value}.minLength, maxLength: ${Value}.maxLength, pattern: ${Value}.pattern, examples: ['One']`,
    validators: { Matches: (Value) => `${Value}.format, ` },
    valueObject: (Value, field, code) => `export class ${Value} extends VerbatimText {
  declare protected readonly is${Value}: true;

  /** @throws InvalidValue \`${code}\` if the value breaks the rule in \`allowed\` */
  static of(value: unknown): ${Value} {
    return new ${Value}(${Value}.require('${code}', '${field}', value));
  }
}`,
  },
  integer: {
    plain: 'number',
    member: 'integer',
    samples: '[1, 2]',
    column: 'integer',
    toPlain: (value) => value,
    restore: (_, stored) => `${stored} ?? undefined`,
    schema: (Value) => `type: 'integer', format: 'int32', minimum: ${Value}.min, maximum: ${Value}.max, examples: [1]`,
    validators: { IsInt: () => '', Min: (Value) => `${Value}.min, `, Max: (Value) => `${Value}.max, ` },
    valueObject: (Value, field, code) => `export const ${Value} = {
  min: 0,
  max: 2_147_483_647,
  allowed: 'an integer from 0 to 2147483647',

  /** @throws InvalidValue \`${code}\` if the value breaks the rule in \`allowed\` */
  of(value: unknown): number {
    const number = typeof value === 'bigint' ? Number(value) : value;
    if (Number.isInteger(number) && Number(number) >= ${Value}.min && Number(number) <= ${Value}.max) return Number(number);
    throw new InvalidValue('${code}', '${field}', value, ${Value}.allowed);
  },
};

export type ${Value} = number;`,
  },
  boolean: {
    plain: 'boolean',
    member: 'boolean',
    samples: '[true, false]',
    column: 'boolean',
    toPlain: (value) => value,
    restore: (_, stored) => `${stored} ?? undefined`,
    schema: () => `type: 'boolean', examples: [true]`,
    validators: { IsBoolean: () => '' },
    valueObject: (Value, field, code) => `export const ${Value} = {
  allowed: 'true or false',

  /** @throws InvalidValue \`${code}\` if the value breaks the rule in \`allowed\` */
  of(value: unknown): boolean {
    if (typeof value === 'boolean') return value;
    throw new InvalidValue('${code}', '${field}', value, ${Value}.allowed);
  },
};

export type ${Value} = boolean;`,
  },
};

/**
 * Generates an optional field of an aggregate, in every layer.
 * @param {import('@nx/devkit').Tree} tree
 * @param {{ context: 'pets' | 'store', field: string, type: keyof types, optional?: boolean }} options
 */
export default async function generateField(tree, { context, field, type, optional }) {
  if (!optional) throw new Error('clients that do not know the field must still be accepted: add --optional');
  const { Name, noun, table, folder, dto } = aggregates[context];
  const file = Name.toLowerCase();
  const [domain, infrastructure] = [`libs/${context}/domain/src`, `libs/${context}/infrastructure/src`];
  const [Field, column] = [names(field).className, names(field).constantName.toLowerCase()];
  // A flag such as `archived` would otherwise have the name of an error, such as PetArchived.
  const Value = `${Name}${Field}${type === 'boolean' ? 'Flag' : ''}`;
  const { plain, member, samples, toPlain, restore, schema, validators, valueObject, column: columnType } = types[type];
  const firstSample = samples.slice(1).split(',', 1)[0];
  const words = column.replaceAll('_', ' ');
  const code = `invalid_${file}_${column}`;

  /** Replaces the first match after the first `start` of a file. */
  function edit(path, start, pattern, replacement) {
    const content = tree.read(path, 'utf8');
    const from = content.indexOf(start);
    const rest = content.slice(Math.max(from, 0));
    if (from < 0 || !pattern.test(rest)) throw new Error(`${path} has changed: it has no ${pattern} after "${start}"`);
    tree.write(path, content.slice(0, from) + rest.replace(pattern, replacement));
  }
  const insert = (path, start, before, line) => edit(path, start, before, (found) => `${line}\n${found}`);
  const append = (path, text) => tree.write(path, `${tree.read(path, 'utf8')}\n${text}\n`);
  const addImport = (path, from, name) => {
    const [statement] = new RegExp(`import \\{[^}]*\\} from '${from}'`).exec(tree.read(path, 'utf8'));
    if (!new RegExp(`\\b${name}\\b`).test(statement)) edit(path, statement, /,?\s*\}/, `, ${name} }`);
  };

  const values = `${domain}/${file}.value-objects.ts`;
  const aggregate = `${domain}/${file}.ts`;
  if (tree.read(aggregate, 'utf8').includes(` ${field}: `))
    throw new Error(`${aggregate} has a member ${field} already`);
  addImport(values, '@petstore/kernel', type === 'text' ? 'VerbatimText' : 'InvalidValue');
  append(values, `/** The ${words} of the ${noun}. */\n${valueObject(Value, field, code)}`);

  addImport(aggregate, `./${file}.value-objects.ts`, Value);
  insert(aggregate, `interface Plain${Name} {`, /\}/, `  readonly ${field}?: ${plain} | null;`);
  insert(
    aggregate,
    `class New${Name} {`,
    /\n {2}(\/\*\*.*\n {2})?constructor/,
    `  readonly ${field}: ${Value} | undefined;`,
  );
  edit(aggregate, 'constructor({', /,?\s*\}/, `, ${field} }`);
  insert(aggregate, 'constructor({', / {2}\}\n/, `    this.${field} = ${field};`);
  if (context === 'pets') {
    insert(
      aggregate,
      'static readonly fields',
      /\s*\} as const/,
      `    ${field}: { isRequired: false, of: ${Value}.of },`,
    );
    insert('apps/cli/src/pet-columns.ts', 'const types', /\};/, `  ${field}: '${member}',`);
  } else {
    const value = `fields.${field} === undefined ? undefined : ${Value}.of(fields.${field})`;
    insert(aggregate, 'static of(', / {4}\}\);/, `      ${field}: ${value},`);
  }
  insert(aggregate, 'static fromPlain(', / {4}\}\);/, `      ${field}: ${restore(Value, `stored.${field}`)},`);
  const given = `...(this.${field} !== undefined && { ${field}: ${toPlain(`this.${field}`)} }),`;
  insert(aggregate, 'plain(): ', / {4}\};/, `      ${given}`);
  insert(`${domain}/testing/new-${file}-samples.ts`, 'const samples', /\} as const/, `  ${field}: ${samples},`);

  const nameOfColumn = column === field ? '' : `name: '${column}', `;
  const decorator = `@Column({ ${nameOfColumn}type: '${columnType}', nullable: true })`;
  insert(
    `${infrastructure}/${file}.entity.ts`,
    `class ${Name}Entity`,
    /\n\}/,
    `\n\n  ${decorator}\n  ${field}!: ${plain} | null;`,
  );
  append(
    `${infrastructure}/migrations.ts`,
    `export class Add${Value}${Date.now()} implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE ${table} ADD COLUMN ${column} ${columnType}');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE ${table} DROP COLUMN ${column}');
  }
}`,
  );

  const api = `apps/api/src/${folder}/dto/${file}.dto.ts`;
  addImport(api, `@petstore/${context}-domain`, Value);
  for (const name of Object.keys(validators)) addImport(api, 'class-validator', name);
  const rules = Object.entries(validators).map(([name, of]) => `  @${name}(${of(Value)}mustBe(${Value}.allowed))\n`);
  const description = `\`The ${words} of the ${noun}: \${${Value}.allowed}.\``;
  insert(
    api,
    dto,
    /\n\}/,
    `\n\n  @ApiPropertyOptional({ description: ${description}, ${schema(Value)} })
  @MayBeAbsent()\n${rules.join('')}  readonly ${field}?: ${plain};`,
  );
  for (const example of context === 'pets' ? ['create: {', 'update: {'] : ['allMembers = {'])
    edit(api, example, /,?\s*\}/, `, ${field}: ${firstSample} }`);

  if (context === 'pets') {
    edit('docs/import.md', 'petstore import', /(optionally, [^.]*)/, `$1, \`${field}\``);
    edit('docs/import.md', 'petstore export', /`(id,name,[\w,]+)`/, `\`$1,${field}\``);
  }
  await formatFiles(tree);
  return () => logger.info('Next: npm run generate && npm test, and a line in CHANGELOG.md');
}
