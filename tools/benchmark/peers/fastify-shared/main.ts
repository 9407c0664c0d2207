import { listen } from '../fastify/listen.ts';
import { SharedPetQueries } from './shared-pet-queries.ts';

await listen((pool) => new SharedPetQueries(pool));
