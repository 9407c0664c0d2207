import type * as Swagger from '@nestjs/swagger';

type Decorator = (target: object, member?: string | symbol, descriptor?: PropertyDescriptor) => void;

type SwaggerDecorator = ClassDecorator | MethodDecorator | PropertyDecorator;

type Create = (swagger: typeof Swagger) => SwaggerDecorator | Promise<SwaggerDecorator>;

/** Collects decorators of @nestjs/swagger and applies them when the package is loaded. */
export class LazyDecorators {
  private readonly waiting: ((swagger: typeof Swagger) => Promise<void>)[] = [];
  private applied: Promise<void> = Promise.resolve();

  /** Returns a decorator that stores its target. `load` then applies the decorator that `create` returns to this target. */
  declare(create: Create): Decorator {
    return (...target) => {
      this.waiting.push(async (swagger) => ((await create(swagger)) as Decorator)(...target));
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

/** The instance that `LazySwagger` uses. */
export const lazyDecorators = new LazyDecorators();

/**
 * Declares a decorator of @nestjs/swagger that is applied when the OpenAPI document is built. Only the document needs the
 * package, and without lazy loading a sixth of the code that is loaded at the start would belong to it.
 */
export const LazySwagger = (create: Create) => lazyDecorators.declare(create);
