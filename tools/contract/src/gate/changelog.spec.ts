import { changelogText } from './changelog.ts';
import { changesAfter } from './testing/changes.ts';

it('lists the changes of each release in words, the newest first', async () => {
  const changes = await changesAfter(({ paths, components, servers }) => {
    const { get, post, patch } = paths['/samples'];
    get.parameters[0].schema.maximum = 50;
    get.summary = 'Lists all samples.';
    post.responses['400'] = { description: 'Invalid.' };
    patch.operationId = 'patchSample';
    delete components.schemas.Sample.properties.name.maxLength;
    servers.push({ url: '/v3' });
  });
  const intendedBreaks = [
    {
      rule: 'request-upper-bound-lowered',
      location: '/paths/~1samples/get/parameters/0/schema/maximum',
      reason: 'The service has refused more since 1.0.0.',
    },
  ];
  const text = changelogText([
    { from: '1.0.0', to: '1.1.0', changes, intendedBreaks },
    { from: '1.1.0', to: undefined, changes: [], intendedBreaks: [] },
  ]);
  expect(text.slice(text.indexOf('## Unreleased'))).toBe(`## Unreleased, changes since 1.1.0

No changes.

## 1.1.0, changes since 1.0.0

### Breaking

- \`GET /samples\`, query parameter \`limit\`: \`maximum\` changed from \`100\` to \`50\`. Reason: The service has refused more since 1.0.0.
- \`Sample.name\` in \`GET /samples\` (response 200): \`maxLength\` \`10\` was removed. Clients can receive a value that they do not expect.

### Risky for some clients

- \`POST /samples\`, response 400: was added. Clients without code for this status must treat it as any other 4xx or 5xx.

### Compatible

- Document: the server \`/v3\` was added.

### Beta operations

- \`PATCH /samples\`: the operation id changed from \`changeSample\` to \`patchSample\`. Generated clients have a method with another name.

### Texts

Descriptions and examples have changed in \`GET /samples\`.
`);
});
