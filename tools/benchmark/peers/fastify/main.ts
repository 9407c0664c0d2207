import { PetQueries } from '../pet-queries.ts';
import { listen } from './listen.ts';

await listen((pool) => new PetQueries(pool));
