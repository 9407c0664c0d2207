import { isObject, PartBuilder } from './part-builder.ts';
import { usedComponent, type Part } from './part.ts';
import { documentType, resolveReferences, typeAt, type ObjectType } from './resolve-references.ts';

type Plain = Readonly<Record<string, unknown>>;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** Values of a path item that its operations inherit. */
const inheritedKeys = ['parameters', 'servers'];

const pathsType = typeAt(documentType, 'paths', {})!;
const pathItemType = typeAt(pathsType, '/', {})!;
const operationType = typeAt(pathItemType, 'get', {})!;
const parametersType = typeAt(operationType, 'parameters', [])!;
const serversType = typeAt(operationType, 'servers', [])!;
const securityType = typeAt(operationType, 'security', [])!;
const schemesType = typeAt(typeAt(documentType, 'components', {}), 'securitySchemes', {})!;

/**
 * Builds the model that documents are compared by. Its root has these members, besides the keys of the document:
 * - `operations`: by method and path, `GET /pets`. Each has the parameters, servers and security that apply to it, also those
 *   that the document states for its path or for all operations.
 * - `securitySchemes`
 * - `components`: the names of all components, and the values of those that no operation refers to
 * @param document parsed OpenAPI 3.1 document
 * @throws Error if a reference points to nothing or to another file
 */
export async function buildModel(document: unknown): Promise<Part> {
  if (!isObject(document)) throw new Error('The OpenAPI document is not an object.');
  const builder = new PartBuilder(await resolveReferences(document));
  const { paths, components, ...others } = document;
  const root = builder.build(others, documentType, '');
  const members = new Map(root.members);
  const pathItems = isObject(paths) ? paths : {};
  const operations = Object.entries(pathItems).flatMap(([path, item]) => operationsAt(builder, path, item, document));
  members.set('operations', { kind: 'Operations', pointer: '/paths', members: new Map(operations) });
  const unused = Object.entries(pathItems).filter(([, item]) => !isObject(item) || !hasOperation(builder.target(item)));
  if (!isObject(paths) || unused.length > 0) {
    members.set('paths', { kind: 'Root.paths', pointer: '/paths', value: isObject(paths) ? unused : paths });
  }
  addComponents(members, builder, components);
  return { ...root, members };
}

function hasOperation(item: Plain): boolean {
  return methods.some((method) => isObject(item[method]));
}

function operationsAt(builder: PartBuilder, path: string, item: unknown, document: Plain): [string, Part][] {
  if (!isObject(item)) return [];
  const pathItem = builder.target(item);
  const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const own = Object.entries(pathItem).filter(
    ([key, value]) => !inheritedKeys.includes(key) && !(methods.includes(key) && isObject(value)),
  );
  const inherit = (key: string, type: ObjectType) => builder.build(pathItem[key], type, `${pointer}/${key}`);
  return methods
    .filter((method) => isObject(pathItem[method]))
    .map((method) => {
      const operation = builder.build(pathItem[method], operationType, `${pointer}/${method}`);
      const members = new Map(operation.members);
      if ('parameters' in pathItem) {
        members.set('parameters', united(inherit('parameters', parametersType), members.get('parameters')));
      }
      if ('servers' in pathItem && !members.has('servers')) members.set('servers', inherit('servers', serversType));
      const security = members.get('security') ?? builder.build(document['security'], securityType, '/security');
      members.set('security', security.members?.size || security.value !== undefined ? security : anonymous(builder));
      if (own.length > 0) members.set('pathItem', builder.build(Object.fromEntries(own), pathItemType, pointer));
      return [`${method.toUpperCase()} ${path}`, { ...operation, members }];
    });
}

/** An operation without a security requirement needs no credentials, as one with an empty requirement. */
function anonymous(builder: PartBuilder): Part {
  return builder.build([{}], securityType, '/security');
}

/** Returns the parameters of the path and those of the operation, which replace those with the same name. */
function united(inherited: Part, own: Part | undefined): Part {
  if (!inherited.members || (own && !own.members)) return own ?? inherited;
  return { ...inherited, members: new Map([...inherited.members, ...(own?.members ?? [])]) };
}

function addComponents(members: Map<string, Part>, builder: PartBuilder, components: unknown): void {
  if (!isObject(components)) {
    if (components !== undefined)
      members.set('components', { kind: 'Root.components', pointer: '', value: components });
    return;
  }
  const { securitySchemes, ...sections } = components;
  if (securitySchemes !== undefined) {
    members.set('securitySchemes', builder.build(securitySchemes, schemesType, '/components/securitySchemes'));
  }
  const parts = Object.entries(sections).map(([section, value]): [string, Part] => {
    const pointer = `/components/${section}`;
    if (!isObject(value) || section.startsWith('x-'))
      return [section, { kind: `Components.${section}`, pointer, value }];
    const names = Object.entries(value).map(([name, component]): [string, Part] => {
      const at = `${pointer}/${name}`;
      return [
        name,
        { kind: 'Component.*', pointer: at, value: builder.referenced.has(at) ? usedComponent : component },
      ];
    });
    return [section, { kind: 'Component', pointer, members: new Map(names) }];
  });
  members.set('components', { kind: 'Components', pointer: '/components', members: new Map(parts) });
}
