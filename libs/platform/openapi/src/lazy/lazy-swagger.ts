import type * as Swagger from '@nestjs/swagger';

type Decorator = (target: object, member?: string | symbol, descriptor?: PropertyDescriptor) => void;

type Description = ClassDecorator | MethodDecorator | PropertyDecorator;

type Describe = (swagger: typeof Swagger) => Description | Promise<Description>;

const waiting: ((swagger: typeof Swagger) => Promise<void>)[] = [];

let described: Promise<unknown> = Promise.resolve();

/**
 * A decorator of @nestjs/swagger that waits until somebody asks for the document: with all that it brings, the package is a
 * sixth of what the service would load at its start, and no answer to a request needs it.
 */
export function Described(describe: Describe): Decorator {
  return (...place) => {
    waiting.push(async (swagger) => ((await describe(swagger)) as Decorator)(...place));
  };
}

/** Loads the package, and has all described that waits for it, in the order in which it was declared. */
export async function loadSwagger(): Promise<typeof Swagger> {
  const swagger = await import('@nestjs/swagger');
  await (described = described.then(async () => {
    for (let next; (next = waiting.shift());) await next(swagger);
  }));
  return swagger;
}
