import type { Severity } from '../rules/rule.ts';
import type { Editable } from './sample-document.ts';

/** A change of the sample document, with the rule that must report it. */
export interface PlantedChange {
  readonly rule: string;
  readonly severity: Severity;
  readonly edit: (document: Editable) => void;
  /** Edits the document before the change, if the change needs another one. */
  readonly prepare?: (document: Editable) => void;
  /** Day of the comparison. */
  readonly today?: string;
  /** Default: false. */
  readonly isBeta?: boolean;
  /** Rules of other differences that the same edit causes. */
  readonly also?: readonly string[];
}

const list = ({ paths }: Editable) => paths['/samples'].get;
const create = ({ paths }: Editable) => paths['/samples'].post;
const beta = ({ paths }: Editable) => paths['/samples'].patch;
const get = ({ paths }: Editable) => paths['/samples/{id}'].get;
const input = (document: Editable) => create(document).requestBody.content['application/json'].schema;
const output = (document: Editable) => create(document).responses['201'].content['application/json'].schema;
const breaking = 'breaking';
const risky = 'risky';
const compatible = 'compatible';

export const plantedChanges: readonly PlantedChange[] = [
  // Operations
  { rule: 'operation-added', severity: compatible, edit: ({ paths }) => (paths['/new'] = { get: { responses: {} } }) },
  {
    rule: 'operation-removed',
    severity: breaking,
    edit: ({ paths }) => delete paths['/samples'].get,
    also: ['component-usage-changed', 'component-usage-changed'],
  },
  {
    rule: 'operation-removed-early',
    severity: breaking,
    edit: ({ paths }) => delete paths['/samples/{id}'],
    today: '2030-12-04',
  },
  {
    rule: 'operation-removed-on-date',
    severity: compatible,
    edit: ({ paths }) => delete paths['/samples/{id}'],
    today: '2030-12-05',
  },
  {
    rule: 'operation-removed-on-date',
    severity: compatible,
    edit: ({ paths }) => delete paths['/samples/{id}'],
    today: '2031-01-01',
  },
  { rule: 'operation-id-changed', severity: breaking, edit: (document) => (list(document).operationId = 'getSamples') },
  {
    rule: 'operation-deprecated',
    severity: compatible,
    edit: (document) => Object.assign(list(document), { deprecated: true, 'x-sunset': '2031-01-01' }),
    today: '2030-01-01',
    also: ['removal-date-stated'],
  },
  {
    rule: 'operation-deprecated-without-notice',
    severity: breaking,
    edit: (document) => Object.assign(list(document), { deprecated: true, 'x-sunset': '2030-12-31' }),
    today: '2030-01-01',
    also: ['removal-date-stated'],
  },
  {
    rule: 'operation-deprecated-without-notice',
    severity: breaking,
    edit: (document) => (list(document).deprecated = true),
  },
  {
    rule: 'operation-no-longer-deprecated',
    severity: compatible,
    edit: (document) => delete get(document).deprecated,
  },
  {
    rule: 'removal-date-stated',
    severity: compatible,
    edit: (document) => (get(document)['x-deprecated-sunset'] = '2030-12-05'),
  },
  {
    rule: 'removal-date-postponed',
    severity: compatible,
    edit: (document) => (get(document)['x-sunset'] = '2031-01-01'),
  },
  {
    rule: 'removal-date-brought-forward',
    severity: breaking,
    edit: (document) => (get(document)['x-sunset'] = '2030-12-04'),
  },
  { rule: 'removal-date-removed', severity: breaking, edit: (document) => delete get(document)['x-sunset'] },
  {
    rule: 'removal-date-withdrawn',
    severity: compatible,
    edit: (document) => {
      delete get(document)['x-sunset'];
      delete get(document).deprecated;
    },
    also: ['operation-no-longer-deprecated'],
  },
  { rule: 'stability-lowered', severity: breaking, edit: (document) => (list(document)['x-stability'] = 'beta') },
  {
    rule: 'stability-raised',
    severity: compatible,
    isBeta: true,
    edit: (document) => delete beta(document)['x-stability'],
  },
  {
    rule: 'stability-raised',
    severity: compatible,
    isBeta: true,
    edit: (document) => (beta(document)['x-stability'] = 'stable'),
  },
  {
    rule: 'stability-restated',
    severity: compatible,
    isBeta: true,
    edit: (document) => (beta(document)['x-stability-level'] = 'beta'),
  },
  { rule: 'security-alternative-added', severity: compatible, edit: (document) => create(document).security.push({}) },
  { rule: 'security-alternative-removed', severity: breaking, edit: (document) => create(document).security.pop() },
  { rule: 'security-alternative-removed', severity: breaking, edit: (document) => create(document).security.shift() },
  {
    rule: 'security-alternative-removed',
    severity: breaking,
    prepare: (document) => (create(document).security = []),
    edit: (document) => (create(document).security = [{ key: [] }]),
    also: ['security-alternative-added'],
  },
  { rule: 'scope-added', severity: breaking, edit: (document) => create(document).security[0].bearer.push('admin') },
  { rule: 'scope-removed', severity: compatible, edit: (document) => create(document).security[0].bearer.pop() },
  { rule: 'operation-tag-changed', severity: compatible, edit: (document) => list(document).tags.push('more') },

  // Messages
  {
    rule: 'required-parameter-added',
    severity: breaking,
    edit: (document) => list(document).parameters.push({ name: 'new', in: 'query', required: true }),
  },
  {
    rule: 'required-parameter-added',
    severity: breaking,
    edit: ({ paths }) => (paths['/samples/{id}'].parameters = [{ name: 'X-New', in: 'header', required: true }]),
  },
  {
    rule: 'optional-parameter-added',
    severity: compatible,
    edit: (document) => list(document).parameters.push({ name: 'new', in: 'query' }),
  },
  { rule: 'parameter-removed', severity: breaking, edit: (document) => list(document).parameters.shift() },
  {
    rule: 'request-became-required',
    severity: breaking,
    edit: (document) => (list(document).parameters[0].required = true),
  },
  {
    rule: 'request-became-required',
    severity: breaking,
    prepare: useStable,
    edit: (document) => (beta(document).requestBody.required = true),
  },
  {
    rule: 'request-became-optional',
    severity: compatible,
    edit: (document) => delete list(document).parameters[1].required,
  },
  {
    rule: 'request-became-optional',
    severity: compatible,
    edit: (document) => (create(document).requestBody.required = false),
  },
  {
    rule: 'required-body-added',
    severity: breaking,
    edit: (document) => (get(document).requestBody = { required: true, content: {} }),
  },
  {
    rule: 'optional-body-added',
    severity: compatible,
    edit: (document) => (get(document).requestBody = { content: {} }),
  },
  { rule: 'body-removed', severity: breaking, edit: (document) => delete create(document).requestBody },
  {
    rule: 'request-media-type-added',
    severity: compatible,
    edit: (document) => (create(document).requestBody.content['application/xml'] = {}),
  },
  {
    rule: 'request-media-type-removed',
    severity: breaking,
    edit: (document) => delete create(document).requestBody.content['text/plain'],
  },
  {
    rule: 'response-media-type-added',
    severity: risky,
    edit: (document) => (create(document).responses['201'].content['application/xml'] = {}),
  },
  {
    rule: 'response-media-type-removed',
    severity: breaking,
    edit: (document) => delete create(document).responses['201'].content['application/json'],
  },
  {
    rule: 'request-schema-added',
    severity: breaking,
    prepare: useStable,
    edit: (document) => (beta(document).requestBody.content['application/json'].schema = { type: 'object' }),
  },
  {
    rule: 'request-schema-removed',
    severity: compatible,
    edit: (document) => delete list(document).parameters[0].schema,
  },
  {
    rule: 'response-schema-added',
    severity: compatible,
    prepare: useStable,
    edit: (document) => (beta(document).responses['200'].content['application/json'].schema = { type: 'object' }),
  },
  {
    rule: 'response-schema-removed',
    severity: breaking,
    edit: (document) => delete create(document).responses['201'].content['application/json'].schema,
  },
  { rule: 'error-status-added', severity: risky, edit: (document) => (get(document).responses['404'] = {}) },
  { rule: 'error-status-added', severity: risky, edit: (document) => (get(document).responses['5XX'] = {}) },
  {
    rule: 'error-status-removed',
    severity: compatible,
    edit: (document) => delete list(document).responses['404'],
    also: ['component-usage-changed'],
  },
  { rule: 'status-added', severity: breaking, edit: (document) => (get(document).responses['204'] = {}) },
  { rule: 'status-added', severity: breaking, edit: (document) => (get(document).responses.default = {}) },
  { rule: 'status-removed', severity: breaking, edit: (document) => delete create(document).responses['201'] },
  {
    rule: 'header-added',
    severity: compatible,
    edit: (document) => (list(document).responses['200'].headers['X-New'] = {}),
  },
  {
    rule: 'header-removed',
    severity: breaking,
    edit: (document) => delete list(document).responses['200'].headers.Link,
  },
  {
    rule: 'header-became-required',
    severity: compatible,
    edit: (document) => (list(document).responses['200'].headers.Link.required = true),
  },
  {
    rule: 'header-became-optional',
    severity: breaking,
    edit: (document) => delete list(document).responses['200'].headers['X-Id'].required,
  },
  {
    rule: 'link-added',
    severity: compatible,
    edit: (document) => (get(document).responses['200'].links = { next: {} }),
  },

  // Values
  {
    rule: 'error-value-added',
    severity: risky,
    edit: ({ components }) => components.schemas.Error.properties.code.enum.push('some'),
  },
  {
    rule: 'deprecation-changed',
    severity: compatible,
    edit: (document) => (list(document).parameters[0].deprecated = true),
  },
  {
    rule: 'deprecation-changed',
    severity: compatible,
    edit: (document) => (input(document).properties.kind.deprecated = true),
  },
  {
    rule: 'request-default-added',
    severity: risky,
    edit: (document) => (input(document).properties.count.default = 4),
  },
  {
    rule: 'request-default-removed',
    severity: breaking,
    edit: (document) => delete input(document).properties.kind.default,
  },
  {
    rule: 'request-default-changed',
    severity: breaking,
    edit: (document) => (input(document).properties.kind.default = 'dog'),
  },
  {
    rule: 'response-default-changed',
    severity: compatible,
    edit: (document) => (output(document).properties.kind.default = 'dog'),
  },
  {
    rule: 'request-read-only-added',
    severity: breaking,
    edit: (document) => (input(document).properties.kind.readOnly = true),
  },
  {
    rule: 'request-read-only-removed',
    severity: risky,
    edit: (document) => delete input(document).properties.readable.readOnly,
  },
  {
    rule: 'response-read-only-changed',
    severity: compatible,
    edit: (document) => (output(document).properties.kind.readOnly = true),
  },
  {
    rule: 'response-write-only-added',
    severity: breaking,
    edit: (document) => (output(document).properties.kind.writeOnly = true),
  },
  {
    rule: 'response-write-only-removed',
    severity: compatible,
    edit: (document) => delete output(document).properties.writable.writeOnly,
  },
  {
    rule: 'request-write-only-changed',
    severity: compatible,
    edit: (document) => (input(document).properties.kind.writeOnly = true),
  },
  {
    rule: 'request-unique-items-removed',
    severity: compatible,
    prepare: (document) => (input(document).properties.tags.uniqueItems = true),
    edit: (document) => delete input(document).properties.tags.uniqueItems,
  },
  {
    rule: 'response-unique-items-removed',
    severity: breaking,
    prepare: (document) => (output(document).properties.tags.uniqueItems = true),
    edit: (document) => delete output(document).properties.tags.uniqueItems,
  },

  // Document
  { rule: 'text-changed', severity: compatible, edit: (document) => (list(document).summary = 'Lists all samples.') },
  { rule: 'text-changed', severity: compatible, edit: ({ info }) => (info.title = 'Samples') },
  {
    rule: 'text-changed',
    severity: compatible,
    edit: ({ components }) => (components.schemas.Sample.properties.free.examples = [1]),
  },
  {
    rule: 'text-schema-changed',
    severity: compatible,
    edit: ({ paths }) => (paths['/samples/{id}'].description = 'A sample.'),
  },
  { rule: 'default-stated', severity: compatible, edit: (document) => (list(document).parameters[0].required = false) },
  { rule: 'default-stated', severity: compatible, edit: (document) => (list(document).parameters[0].explode = true) },
  { rule: 'default-stated', severity: compatible, edit: (document) => (get(document).responses['200'].headers = {}) },
  {
    rule: 'default-stated',
    severity: compatible,
    edit: (document) => (get(document).parameters[0].schema.maximum = 2n ** 63n - 1n),
  },
  {
    rule: 'request-upper-bound-lowered',
    severity: breaking,
    edit: (document) => (get(document).parameters[0].schema.maximum = 2n ** 63n - 2n),
  },
  { rule: 'server-added', severity: compatible, edit: ({ servers }) => servers.push({ url: '/v3' }) },
  { rule: 'server-removed', severity: breaking, edit: ({ servers }) => servers.pop() },
  { rule: 'tag-changed', severity: compatible, edit: ({ tags }) => tags.push({ name: 'more' }) },
  {
    rule: 'security-scheme-added',
    severity: compatible,
    edit: ({ components }) => (components.securitySchemes.basic = { type: 'http', scheme: 'basic' }),
  },
  {
    rule: 'default-security-changed',
    severity: compatible,
    prepare: ({ paths }) => {
      paths['/samples'].get.security = paths['/samples'].patch.security = [{ bearer: [] }];
      paths['/samples/{id}'].get.security = [{ bearer: [] }];
    },
    edit: ({ security }) => security[0].bearer.push('write'),
  },
  { rule: 'component-added', severity: compatible, edit: ({ components }) => (components.schemas.More = {}) },
  { rule: 'component-removed', severity: risky, edit: ({ components }) => delete components.schemas.Unused },
  {
    rule: 'component-usage-changed',
    severity: compatible,
    edit: ({ components }) => (components.schemas.Unused.type = 'integer'),
  },

  // Differences without a rule
  { rule: 'unclassified-change', severity: breaking, edit: ({ info }) => (info.version = '1.1.0') },
  { rule: 'unclassified-change', severity: breaking, edit: (document) => (document.openapi = '3.1.1') },
  { rule: 'unclassified-change', severity: breaking, edit: (document) => (document.webhooks = { made: { post: {} } }) },
  { rule: 'unclassified-change', severity: breaking, edit: (document) => (list(document)['x-unknown'] = true) },
  { rule: 'unclassified-change', severity: breaking, edit: (document) => (list(document).callbacks = { done: {} }) },
  { rule: 'unclassified-change', severity: breaking, edit: (document) => (list(document).servers = [{ url: '/v1' }]) },
  { rule: 'unclassified-change', severity: breaking, edit: (document) => (list(document)['x-sunset'] = 'soon') },
  { rule: 'unclassified-change', severity: breaking, edit: (document) => (list(document).newKeyword = 1) },
  {
    rule: 'unclassified-change',
    severity: breaking,
    edit: (document) => (list(document).parameters[0].style = 'spaceDelimited'),
  },
  {
    rule: 'unclassified-change',
    severity: breaking,
    edit: (document) => (list(document).parameters[0].explode = false),
  },
  {
    rule: 'unclassified-change',
    severity: breaking,
    edit: (document) => (list(document).parameters[0].allowReserved = true),
  },
  {
    rule: 'unclassified-change',
    severity: breaking,
    edit: (document) => (input(document).contentMediaType = 'image/png'),
  },
  {
    rule: 'unclassified-change',
    severity: breaking,
    edit: (document) => (input(document).discriminator = { propertyName: 'kind' }),
  },
  { rule: 'unclassified-change', severity: breaking, edit: (document) => (input(document).not = { type: 'string' }) },
  {
    rule: 'unclassified-change',
    severity: breaking,
    prepare: (document) => (input(document).properties.free.oneOf = [{ type: 'string' }]),
    edit: (document) => input(document).properties.free.oneOf.push({ type: 'null' }),
  },
  {
    rule: 'unclassified-change',
    severity: breaking,
    edit: (document) => (output(document).patternProperties = { a: {} }),
  },
  {
    rule: 'unclassified-change',
    severity: breaking,
    edit: (document) => (output(document).unevaluatedProperties = false),
  },
  {
    rule: 'unclassified-change',
    severity: breaking,
    edit: ({ components }) => (components.securitySchemes.bearer.scheme = 'basic'),
  },
];

/** Makes the beta operation stable. */
function useStable(document: Editable): void {
  delete beta(document)['x-stability'];
}
