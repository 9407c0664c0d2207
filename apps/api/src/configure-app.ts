import type { INestApplication } from '@nestjs/common';
import { refuseInvalidHead, type HttpAdapter } from '@petstore/http/http-adapter';
import { setupSwaggerUi } from '@petstore/openapi/swagger-ui/setup-swagger-ui';
import { logRefusals, requestLogger } from '@petstore/http/monitoring/access-log';
import { corsOptions } from '@petstore/http/cors';
import type { Log } from '@petstore/operations/log';
import type { Settings } from './settings.ts';
import { healthPaths } from './health.controller.ts';
import { createDocument, withAddress } from './openapi.ts';
import { versionPrefix } from './paths.ts';

/** Sets what Nest configures outside of modules: middleware, the prefix of paths and Swagger UI. Initialises the application. */
export async function configureApp(app: INestApplication, settings: Settings, log: Log): Promise<void> {
  logRefusals(app.getHttpServer(), log);
  if (log.isLevelEnabled('info')) app.use(requestLogger(log));
  if (settings.corsOrigins.length > 0) app.enableCors(corsOptions(settings.corsOrigins));
  app.use(refuseInvalidHead);
  app.setGlobalPrefix(versionPrefix, { exclude: healthPaths });
  await app.init();
  const document = createDocument(app, settings);
  const adapter = app.getHttpAdapter() as unknown as HttpAdapter;
  adapter.serializeBy(document, versionPrefix);
  // After the routes of the operations, because Express tries the routes in the order in which they were added.
  setupSwaggerUi(app, () => withAddress(document, app.getHttpServer()));
  adapter.endRoutes();
}
