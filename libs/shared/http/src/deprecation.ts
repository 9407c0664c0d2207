import { SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { contextOf } from './request-context.ts';

/** The deprecation of one operation. The response headers, the OpenAPI document and the metrics use it. */
export class Deprecation {
  /** Date of the planned removal. The operation works until a release removes it. */
  readonly sunset: Date;
  /** `sunset` as `YYYY-MM-DD`, for texts. */
  readonly sunsetDate: string;
  /** Headers of every response of the operation (RFC 9745, RFC 8594, RFC 8288). */
  readonly headers: Readonly<Record<'Deprecation' | 'Sunset' | 'Link', string>>;

  /**
   * @param values.since date of the first release in which the operation is deprecated
   * @param values.successor path of the operation to use instead
   * @param values.documentation path of the page that describes the operation
   */
  constructor(values: {
    readonly since: Date;
    readonly sunset: Date;
    readonly successor: string;
    readonly documentation: string;
  }) {
    const { since, sunset, successor, documentation } = values;
    this.sunset = sunset;
    this.sunsetDate = sunset.toISOString().slice(0, 10);
    this.headers = {
      Deprecation: `@${since.getTime() / 1_000}`,
      Sunset: sunset.toUTCString(),
      Link: `<${successor}>; rel="successor-version", <${documentation}>; rel="deprecation"; type="text/html"`,
    };
  }
}

const metadataKey = Symbol('deprecation');

/** Marks a handler as a deprecated operation. `DeprecationGuard` reads the mark. */
export const Deprecated = (deprecation: Deprecation): MethodDecorator => SetMetadata(metadataKey, deprecation);

/**
 * Adds the deprecation headers to every response of a deprecated operation, error responses included. It must be the first
 * guard, so that the error responses of later guards have the headers, too.
 */
export class DeprecationGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const deprecation = Reflect.getMetadata(metadataKey, context.getHandler()) as Deprecation | undefined;
    if (deprecation) {
      const http = context.switchToHttp();
      contextOf(http.getRequest<Request>()).isDeprecated = true;
      const response = http.getResponse<Response>();
      for (const [name, value] of Object.entries(deprecation.headers)) response.setHeader(name, value);
    }
    return true;
  }
}
