import { serializeError } from './error-serializer.ts';

/** Creates an error with a stack of frames in ES modules and in CommonJS modules. */
function errorWithStack(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}
    at connect (file:///srv/petstore/node_modules/pg/lib/client.js:1:2)
    at listen (file:///srv/petstore/node_modules/@nestjs/core/nest-application.js:3:4)
    at async file:///srv/petstore/apps/api/dist/main.js:5:6
    at Object.<anonymous> (/srv/petstore/node_modules/@nestjs/common/index.js:7:8)`;
  return error;
}

it.each([
  'connect ECONNREFUSED 127.0.0.1:1',
  'cannot open postgresql://ann:hunter2@db.example/pets',
  'cannot open "postgresql://ann:hun@ter2@db.example/pets"',
  'cannot open host=db password = hunter2',
  "cannot open host=db password='hunter2 hunter2' dbname=pets",
])('keeps every frame of the stack and removes the password: %s', (message) => {
  const { message: logged, stack } = serializeError(errorWithStack(message));
  expect(stack).toContain(errorWithStack('').stack!.split('\n').slice(1).join('\n'));
  expect(`${logged} ${stack}`).not.toMatch(/hunter2|hun@|ter2/);
});

it('keeps the text before and after a URL', () => {
  const { message } = serializeError(
    errorWithStack('no answer from postgresql://ann:hunter2@db.example/pets after 500 ms'),
  );
  expect(message).toBe('no answer from postgresql://…@db.example/pets after 500 ms');
});
