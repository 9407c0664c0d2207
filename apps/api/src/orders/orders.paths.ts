import { versionPrefix } from '../paths.ts';

/** Path of all orders. The path of one order is below it. */
export const ordersPath = `${versionPrefix}/store/orders`;
