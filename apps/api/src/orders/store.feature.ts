import type { CodesOf } from '@petstore/edge/errors';
import * as domain from '@petstore/store-domain';
import type { Feature } from '../feature.ts';
import { OrdersModule } from './orders.module.ts';

export const store: Feature<CodesOf<typeof domain>> = {
  tag: ['store', 'Orders for animals (beta).'],
  modules: [],
  betaModules: [OrdersModule],
  errors: {
    unknown_pet: { status: 400, meaning: 'The animal of the order does not exist.' },
    order_not_found: { status: 404, meaning: new domain.OrderNotFound().message },
    invalid_order_transition: {
      status: 409,
      meaning: 'The status of the order or of its animal does not allow this.',
    },
  },
};
