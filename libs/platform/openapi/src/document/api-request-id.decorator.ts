import { ApiHeader } from '@nestjs/swagger';
import { requestIdForm } from '@petstore/http/context/request-context';

/** Documents that a client may name its requests; true of every operation, and of all else that is served. */
export function TakesRequestId(): MethodDecorator {
  return ApiHeader({
    name: 'X-Request-Id',
    description:
      `Your own name for the request, ${requestIdForm}, sent once: the answer bears it, and the log of the service. ` +
      'Anything else is ignored, and the answer bears a new one.',
    required: false,
    schema: { type: 'string', example: 'checkout-7f3a' },
  });
}
