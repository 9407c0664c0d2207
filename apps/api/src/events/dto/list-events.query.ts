import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { eventTypes } from '@petstore/contexts';
import { PageQuery, type List } from '@petstore/http/paging';
import { IsInt64Text, MayBeAbsent, mustBe } from '@petstore/http/validators';
import { IsIn, ValidateBy, type ValidationArguments } from 'class-validator';
import { versionPrefix } from '../../paths.ts';
import { eventTypeSchema } from './event.dto.ts';

/** A cursor contains a position of the log. Only the log can check it, so this list takes every text that is not empty. */
const events: List<string> = {
  path: `${versionPrefix}/events`,
  notFilters: ['start'],
  parsePosition: (text) => text || undefined,
};

/** Refuses `start` beside a cursor, which already says where the page starts. */
function IsStart(): PropertyDecorator {
  const validate = (start: unknown, parameters?: ValidationArguments) =>
    start === 'latest' && (parameters!.object as ListEventsQuery).cursor === undefined;
  return ValidateBy({ name: 'isStart', validator: { validate } }, mustBe('latest, and absent beside a cursor'));
}

/** The query of `listEvents`. */
export class ListEventsQuery extends PageQuery<string> {
  @ApiPropertyOptional({
    ...eventTypeSchema,
    isArray: true,
    description: 'Restricts the log to events of that type. Can be repeated: the types then form a list.',
  })
  @MayBeAbsent()
  @IsIn(eventTypes, { ...mustBe(`one of ${eventTypes.join(', ')}`), each: true })
  readonly type?: string | string[];

  @ApiPropertyOptional({
    description: 'Restricts the log to events of that animal: its history.',
    schema: { type: 'integer', format: 'int64', examples: [42] },
  } as ApiPropertyOptions)
  @MayBeAbsent()
  @IsInt64Text()
  readonly petId?: string;

  @ApiPropertyOptional({
    description: 'With `latest`, the page is empty, and its link leads to the events from now on. Not beside `cursor`.',
    type: 'string',
    enum: ['latest'],
  })
  @MayBeAbsent()
  @IsStart()
  readonly start?: 'latest';

  override get list(): List<string> {
    return events;
  }

  override get page() {
    const { type } = this.filters;
    const types = type === undefined ? undefined : [type].flat();
    return { ...super.page, types, petId: this.petId };
  }
}
