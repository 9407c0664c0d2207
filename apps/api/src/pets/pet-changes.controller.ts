import { Body, Controller, Delete, HttpCode, Param, Patch, Req, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { IfMatchHeader } from '@petstore/http/headers/if-match';
import { JsonBodyGuard, mergePatchTypes } from '@petstore/http/json/json-body.guard';
import { ApiBetaOperation, ApiErrors, ApiId } from '@petstore/openapi/decorators';
import type { HttpRequest } from '@petstore/edge/request-state';
import { DeletePet, UpdatePet } from '@petstore/pets-application';
import { NewPet } from '@petstore/pets-domain';
import { allMembers, PetDto, UpdatePetDto } from './dto/pet.dto.ts';
import { EntityTags } from './entity-tags.ts';

const tom = { id: 1, name: 'Tom', categoryId: 7, status: 'available' };

/** The errors of both operations, beyond the usual ones. */
const changeErrors = ['invalid_parameter', 'pet_not_found', 'pet_has_order', 'precondition_failed', 'outcome_unknown'];

@ApiTags('pets')
@ApiBearerAuth('bearerAuth')
@Controller('pets')
export class PetChangesController {
  constructor(
    private readonly updatePetCase: UpdatePet,
    private readonly deletePetCase: DeletePet,
    private readonly entityTags: EntityTags,
  ) {}

  @Patch(':petId')
  @UseGuards(JsonBodyGuard)
  @ApiBetaOperation({
    summary: 'Change an animal',
    description:
      'Changes the members that the body names (JSON Merge Patch, RFC 7396), and returns the whole animal. No member can be ' +
      'removed, so `null` is invalid. While an order has reserved the animal, only the order can change its `status`. ' +
      'A repeat of the request has no further effect, unless another client has changed the animal meanwhile: `If-Match` ' +
      'prevents that one of the changes is lost. Browsers, Deno, Bun and proxies repeat a request whose response was lost. So an ' +
      'error can follow an update that was executed: read the animal again.',
  })
  @ApiId('petId', 'animal', tom.id)
  @ApiConsumes(...mergePatchTypes)
  @ApiBody({
    type: UpdatePetDto,
    examples: {
      one: { summary: 'One member', value: { name: tom.name } },
      all: { summary: 'All members', value: allMembers.update },
    },
  })
  @ApiOkResponse({ description: 'The animal after the change.', type: PetDto, example: tom })
  @ApiErrors(...changeErrors)
  async updatePet(
    @Param('petId') petId: string,
    @Body() update: UpdatePetDto,
    @IfMatchHeader() versions: number[] | undefined,
    @Req() { state }: HttpRequest,
  ): Promise<PetDto> {
    const command = { actor: state.requireCaller().id, versions };
    const pet = await this.updatePetCase.execute(petId, NewPet.updateOf(update), command, state.timeLimit);
    this.entityTags.setFor(pet, state);
    return PetDto.of(pet);
  }

  @Delete(':petId')
  @HttpCode(204)
  @ApiBetaOperation({
    summary: 'Delete an animal',
    description:
      'Removes the animal from the store. Its orders and its events stay. While an order has reserved the animal, it cannot be deleted. ' +
      'A repeat of the request is 404, so 404 can follow a deletion that was executed: browsers, Deno, Bun and proxies repeat a ' +
      'request whose response was lost.',
  })
  @ApiId('petId', 'animal', tom.id)
  @ApiNoContentResponse({ description: 'The animal is gone.' })
  @ApiErrors(...changeErrors)
  async deletePet(
    @Param('petId') petId: string,
    @IfMatchHeader() versions: number[] | undefined,
    @Req() { state }: HttpRequest,
  ): Promise<void> {
    await this.deletePetCase.execute(petId, { actor: state.requireCaller().id, versions }, state.timeLimit);
  }
}
