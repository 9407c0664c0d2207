import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Readiness } from '@petstore/operations/readiness';
import { Public } from '@petstore/http/public.decorator';
import { sendError } from '@petstore/edge/error-response';
import { platformErrors, RequestError } from '@petstore/edge/errors';
import type { Response } from 'express';

/** The paths of the probes. They have no version prefix. */
export const healthPaths = ['health/live', 'health/ready'];

/** The health probes, which need no API key. */
@Public()
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  live(): object {
    return { status: 'live' };
  }

  /** Responds itself, because the error filter would log each probe of a service that is not ready. */
  @Get('ready')
  ready(@Res() response: Response): void {
    const reason = this.readiness.notReadyReason();
    if (reason) sendError(response, new RequestError(platformErrors.service_unavailable, reason));
    else response.json({ status: 'ready' });
  }
}
