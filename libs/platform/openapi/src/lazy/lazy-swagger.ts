import type * as Swagger from '@nestjs/swagger';

type Decorator = (target: object, member?: string | symbol, descriptor?: PropertyDescriptor) => void;

type SwaggerDecorator = ClassDecorator | MethodDecorator | PropertyDecorator;

type Create = (swagger: typeof Swagger) => SwaggerDecorator | Promise<SwaggerDecorator>;

/** Decorators of @nestjs/swagger that wait until the package is loaded. */
export class LazyDecorators {
  private readonly waiting: ((swagger: typeof Swagger) => Promise<void>)[] = [];
  private applied: Promise<unknown> = Promise.resolve();

  /** Declares a decorator. */
  declare(create: Create): Decorator {
    return (...place) => {
      this.waiting.push(async (swagger) => ((await create(swagger)) as Decorator)(...place));
    };
  }

  /** Loads the package and applies the waiting decorators in the order of their declaration. */
  async load(): Promise<typeof Swagger> {
    const swagger = await import('@nestjs/swagger');
    await (this.applied = this.applied.then(async () => {
      for (let next; (next = this.waiting.shift());) await next(swagger);
    }));
    return swagger;
  }
}

/** The decorators that `LazySwagger` declares. */
export const lazyDecorators = new LazyDecorators();

/**
 * A decorator of @nestjs/swagger that is applied when the OpenAPI document is built. Only the document needs the package,
 * which is a sixth of what the service would load at its start.
 */
export const LazySwagger = (create: Create) => lazyDecorators.declare(create);
