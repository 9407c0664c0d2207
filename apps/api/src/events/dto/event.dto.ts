import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { eventTypes } from '@petstore/contexts';
import { OrderDto, time } from '../../orders/dto/order.dto.ts';
import { PetDto } from '../../pets/dto/pet.dto.ts';

/** Schema of the type of an event, for the member and the parameter. */
export const eventTypeSchema = {
  enum: [...eventTypes],
  enumName: 'EventType',
  enumSchema: { description: 'What happened.', examples: ['order.placed'] },
};

@ApiSchema({ name: 'EventData' })
class EventDataDto {
  @ApiPropertyOptional({
    description:
      'The animal after the change; with `pet.deleted`, as it was. Absent only from an `order.cancelled` whose animal was deleted ' +
      'in the database, without the API.',
    type: PetDto,
  })
  readonly pet?: PetDto;

  @ApiPropertyOptional({ description: 'The order after the change, if the type begins with `order.`.', type: OrderDto })
  readonly order?: OrderDto;
}

/** An event in a response: a CloudEvent 1.0 in JSON. */
@ApiSchema({ name: 'Event' })
export class EventDto {
  @ApiProperty({
    description: 'Version of CloudEvents.',
    type: 'string',
    minLength: 3,
    enum: ['1.0'],
    examples: ['1.0'],
  })
  readonly specversion!: '1.0';

  @ApiProperty({
    description: 'A UUID, which no other event ever gets, also not after a restore.',
    type: 'string',
    format: 'uuid',
    minLength: 36,
    maxLength: 36,
    examples: ['7d0c1b0e-62b7-4d0c-9a54-1f1a7c6f2b11'],
  })
  readonly id!: string;

  @ApiProperty({
    description: 'The store.',
    type: 'string',
    format: 'uri-reference',
    minLength: 3,
    enum: ['/v1'],
    examples: ['/v1'],
  })
  readonly source!: '/v1';

  @ApiProperty({ ...eventTypeSchema, description: 'What happened.' })
  readonly type!: string;

  @ApiProperty({
    description: 'The animal to which it happened.',
    type: 'string',
    pattern: '^pets/-?[0-9]{1,19}$',
    minLength: 6,
    maxLength: 25,
    examples: ['pets/42'],
  })
  readonly subject!: string;

  @ApiProperty({
    description: 'Clock of the database when the event was stored. It does not order the events.',
    ...time,
  })
  readonly time!: string;

  @ApiProperty({
    description: 'Public id of the API key that made the change, or `operator`.',
    type: 'string',
    minLength: 1,
    maxLength: 255,
    examples: ['key_07MhKIMdMgo8T'],
  })
  readonly actor!: string;

  @ApiProperty({
    description:
      'Position in the log, as text that sorts as the positions do. Events of one animal have ascending ones. After a restore to an earlier ' +
      'state, another event can get it.',
    type: 'string',
    pattern: '^[0-9]{19}$',
    minLength: 19,
    maxLength: 19,
    examples: ['0000000000000001207'],
  })
  readonly sequence!: string;

  @ApiProperty({ description: 'The animal, and the order if it is about one.', type: EventDataDto })
  readonly data!: EventDataDto;
}
