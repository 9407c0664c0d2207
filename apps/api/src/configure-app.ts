import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import { ApiKeySecret } from '@petstore/access-domain';
import type { HttpAdapter } from '@petstore/http/http-adapter';
import type { HttpOptions } from '@petstore/http/http-server';
import { setupSwaggerUi } from '@petstore/http/swagger-ui/setup-swagger-ui';
import { logRefusals, requestLogger } from '@petstore/http/access-log';
import { corsOptions } from '@petstore/http/cors';
import { nestLogger, type Log } from '@petstore/http/log';
import { checkRequest } from '@petstore/http/routes';
import type { Config } from './config.ts';
import { healthPaths } from './health.controller.ts';
import { createDocument } from './openapi.ts';
import { versionPrefix } from './paths.ts';

export function httpOptions(config: Config): HttpOptions {
  return { ...config, isSecret: (text) => ApiKeySecret.occursIn(text) };
}

/** Returns the options of Nest. Nest's body parser is off, because it would read a body before the guards run. */
export function nestOptions(log: Log): NestApplicationOptions {
  return { bodyParser: false, logger: nestLogger(log), abortOnError: false };
}

/** Sets what Nest configures outside of modules: middleware, the prefix of paths and Swagger UI. Initialises the application. */
export async function configureApp(app: INestApplication, config: Config, log: Log): Promise<void> {
  logRefusals(app.getHttpServer(), log);
  if (log.isLevelEnabled('info')) app.use(requestLogger(log));
  if (config.corsOrigins.length > 0) app.enableCors(corsOptions(config.corsOrigins));
  app.use(checkRequest);
  app.setGlobalPrefix(versionPrefix, { exclude: healthPaths });
  await app.init();
  // The document has the schemas by which the adapter writes the responses.
  const adapter = app.getHttpAdapter() as unknown as HttpAdapter;
  adapter.serializeBy(createDocument(app, config), versionPrefix);
  // After the routes of the operations, because Express tries the routes in the order in which they were added.
  setupSwaggerUi(app, () => createDocument(app, config));
}
