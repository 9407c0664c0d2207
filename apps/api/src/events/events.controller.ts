import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { toCloudEvent } from '@petstore/contexts';
import { ApiBetaOperation, ApiPage } from '@petstore/openapi/decorators';
import { headerComponents } from '@petstore/openapi/headers';
import type { HttpRequest } from '@petstore/edge/request-state';
import { EventLog } from '@petstore/kernel';
import { EventDto } from './dto/event.dto.ts';
import { ListEventsQuery } from './dto/list-events.query.ts';

const exampleEvent = {
  specversion: '1.0',
  id: '7d0c1b0e-62b7-4d0c-9a54-1f1a7c6f2b11',
  source: '/v1',
  type: 'order.placed',
  subject: 'pets/42',
  time: '2026-11-25T17:24:54.511Z',
  actor: 'key_07MhKIMdMgo8T',
  sequence: '0000000000000001207',
  data: {
    pet: { id: 42, name: 'Rex', categoryId: 7, status: 'pending' },
    order: {
      id: 9,
      petId: 42,
      status: 'placed',
      placedAt: '2026-11-25T17:24:54.510Z',
      updatedAt: '2026-11-25T17:24:54.510Z',
    },
  },
};

const exampleCursor = 'phVLvfDTMTIwNy83ZDBjMWIwZS02MmI3LTRkMGMtOWE1NC0xZjFhN2M2ZjJiMTE';

@ApiTags('events')
@ApiExtraModels(EventDto)
@ApiBearerAuth('bearerAuth')
@Controller('events')
export class EventsController {
  constructor(private readonly log: EventLog) {}

  @Get()
  @ApiBetaOperation({
    summary: 'List events',
    description:
      'Returns a page of the log of all changes: what happened to which animal, when, and by which API key. Each event is a CloudEvent ' +
      '1.0. No committed change is missing, and the events of one animal are in the order in which they happened. The `Link` ' +
      'header with `rel="next"` always contains the path of the next page, also if the page is empty. Without `cursor`, the log ' +
      'begins with its oldest event.',
  })
  @ApiPage({
    items: 'events',
    item: EventDto,
    schema: 'Events',
    order: 'in the order of the log',
    example: [exampleEvent],
    exampleCursor,
    query: ListEventsQuery,
    description:
      'The events after the `cursor`, an empty array if there are none. The `Link` header contains the path of the next page.',
    link: {
      ...headerComponents.Link,
      description: 'Path of the events after this page (RFC 8288): `rel="next"`, with the same `limit` and filters.',
      required: true,
      example: `</v1/events?limit=20&cursor=${exampleCursor}>; rel="next"`,
    },
    errors: ['cursor_gone'],
  })
  async listEvents(@Query() query: ListEventsQuery, @Req() { state }: HttpRequest): Promise<EventDto[]> {
    if (query.start === 'latest') {
      // The client needs only the cursor of the present, to follow the log from now on.
      query.setNextLink(state, await this.log.latest(state.timeLimit));
      return [];
    }
    const { limit, ...filters } = query.page;
    const { events, next } = await this.log.read({ ...filters, limit: limit.count }, state.timeLimit);
    query.setNextLink(state, next);
    return events.map((event) => toCloudEvent(event) as EventDto);
  }
}
