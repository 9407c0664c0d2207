import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository } from 'typeorm';
import type { CreatePetDto } from './create-pet.dto.ts';
import type { ListPetsDto } from './list-pets.dto.ts';
import { PetEntity } from './pet.entity.ts';

@Injectable()
export class PetsService {
  constructor(@InjectRepository(PetEntity) private readonly pets: Repository<PetEntity>) {}

  async get(id: number): Promise<PetEntity> {
    const pet = await this.pets.findOneBy({ id });
    if (!pet) throw new NotFoundException();
    return pet;
  }

  list({ limit, after, status }: ListPetsDto): Promise<PetEntity[]> {
    const where = { id: MoreThan(after), ...(status !== undefined && { status }) };
    return this.pets.find({ where, order: { id: 'ASC' }, take: limit });
  }

  create(newPet: CreatePetDto): Promise<PetEntity> {
    return this.pets.save(this.pets.create(newPet));
  }
}
