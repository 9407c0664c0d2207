import { redactSecrets } from './redact-secrets.ts';

it.each([
  ['getaddrinfo ENOTFOUND ann:hunter2@db.example', 'getaddrinfo ENOTFOUND …@db.example'],
  ['database "ann:hunter2@db" does not exist', 'database "…@db" does not exist'],
  ['cannot open ann:hun/ter2@db', 'cannot open …@db'],
  ['postgresql://ann:hunter2@db.example/pets', 'postgresql://…@db.example/pets'],
])('replaces the user and the password in %j', (text, redacted) => {
  expect(redactSecrets(text)).toBe(redacted);
});

it.each([
  'at run (file:///srv/petstore/node_modules/@nestjs/core/a.js:10:5)',
  'at run (/srv/petstore/node_modules/@nestjs/core/a.js:10:5)',
  'at node:internal/main/run_main_module:28:49\n    at Object.@scope',
  'connect ECONNREFUSED 127.0.0.1:5432',
])('leaves %j unchanged', (text) => expect(redactSecrets(text)).toBe(text));
