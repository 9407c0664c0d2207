import type * as Swagger from '@nestjs/swagger';

type Decorator = (target: object, member?: string | symbol, descriptor?: PropertyDescriptor) => void;

type SwaggerDecorator = ClassDecorator | MethodDecorator | PropertyDecorator;

type Create = (swagger: typeof Swagger) => SwaggerDecorator | Promise<SwaggerDecorator>;

/** Decorators of @nestjs/swagger that wait until the package is loaded. */
export class LazyDecorators {
  private readonly waiting: ((swagger: typeof Swagger) => Promise<void>)[] = [];
  private applied: Promise<void> = Promise.resolve();

  /** Declares a decorator. */
  declare(create: Create): Decorator {
    return (...place) => {
      this.waiting.push(async (swagger) => ((await create(swagger)) as Decorator)(...place));
    };
  }

  /**
   * Loads the package and applies the waiting decorators in the order of their declaration. If one fails, the next call
   * applies it again.
   */
  async load(): Promise<typeof Swagger> {
    const swagger = await import('@nestjs/swagger');
    this.applied = this.applied.catch(() => undefined).then(() => this.apply(swagger));
    await this.applied;
    return swagger;
  }

  private async apply(swagger: typeof Swagger): Promise<void> {
    while (this.waiting.length > 0) {
      await this.waiting[0]!(swagger);
      this.waiting.shift();
    }
  }
}

/** The decorators that `LazySwagger` declares. */
export const lazyDecorators = new LazyDecorators();

/**
 * A decorator of @nestjs/swagger that is applied when the OpenAPI document is built. Only the document needs the package,
 * which is a sixth of what the service would load at its start.
 */
export const LazySwagger = (create: Create) => lazyDecorators.declare(create);
