import 'reflect-metadata';
import { createHash } from 'node:crypto';
import {
  Body,
  type CanActivate,
  ClassSerializerInterceptor,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Query,
  UnauthorizedException,
  UseGuards,
  UseInterceptors,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import type { Request } from 'express';
import { Column, Entity, IsNull, MoreThan, PrimaryColumn, Repository, type ValueTransformer } from 'typeorm';

/** A typical Nest application with TypeORM and class-validator. The keys are cached for a second, as in the service. */

const statuses = ['available', 'pending', 'sold'];

/** Converts int64 values, which pg returns as text, to numbers. */
const int64: ValueTransformer = {
  from: (text: string | null) => (text === null ? null : Number(text)),
  to: (number: number | undefined) => number,
};

@Entity('pets')
class PetEntity {
  @Column({ primary: true, type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS', transformer: int64 })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ name: 'category_id', type: 'bigint', transformer: int64 })
  categoryId!: number;

  @Column({ type: 'text' })
  status!: string;
}

@Entity('api_keys')
class ApiKeyEntity {
  @PrimaryColumn({ name: 'public_id', type: 'text' })
  publicId!: string;

  @Column({ name: 'secret_hash', type: 'text' })
  secretHash!: string;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;
}

class ListPetsDto {
  @IsInt()
  @Min(1)
  @Max(100)
  @Type(() => Number)
  limit: number = 20;

  @IsInt()
  @Min(0)
  @Type(() => Number)
  after: number = 0;

  @IsOptional()
  @IsIn(statuses)
  status?: string;
}

class CreatePetDto {
  @IsString()
  @IsNotEmpty()
  @MaxLength(255)
  name!: string;

  @IsInt()
  categoryId!: number;

  @IsOptional()
  @IsIn(statuses)
  status: string = 'available';
}

@Injectable()
class ApiKeyGuard implements CanActivate {
  /** The time in milliseconds until which a key is accepted without the database, by its hash. */
  private readonly acceptedUntil = new Map<string, number>();

  constructor(@InjectRepository(ApiKeyEntity) private readonly keys: Repository<ApiKeyEntity>) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { authorization = '' } = context.switchToHttp().getRequest<Request>().headers;
    const [scheme, secret] = authorization.split(' ');
    if (scheme !== 'Bearer' || !secret) throw new UnauthorizedException();
    const secretHash = createHash('sha256').update(secret).digest('hex');
    if (performance.now() < (this.acceptedUntil.get(secretHash) ?? 0)) return true;
    const key = await this.keys.findOneBy({ secretHash, revokedAt: IsNull() });
    if (!key) throw new UnauthorizedException();
    this.acceptedUntil.set(secretHash, performance.now() + 1_000);
    return true;
  }
}

@Injectable()
class PetsService {
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

@Controller('v1/pets')
@UseGuards(ApiKeyGuard)
@UseInterceptors(ClassSerializerInterceptor)
class PetsController {
  constructor(private readonly pets: PetsService) {}

  @Get()
  list(@Query() query: ListPetsDto) {
    return this.pets.list(query);
  }

  @Get(':id')
  get(@Param('id', ParseIntPipe) id: number) {
    return this.pets.get(id);
  }

  @Post()
  create(@Body() newPet: CreatePetDto) {
    return this.pets.create(newPet);
  }
}

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env['DATABASE_URL']!,
      poolSize: Number(process.env['DATABASE_POOL_SIZE']),
      entities: [PetEntity, ApiKeyEntity],
      synchronize: false,
    }),
    TypeOrmModule.forFeature([PetEntity, ApiKeyEntity]),
  ],
  controllers: [PetsController],
  providers: [PetsService],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['warn', 'error'] });
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
await app.listen(Number(process.env['PORT']), '127.0.0.1');
