/** Version prefix of every operation's path. */
export const versionPrefix = '/v1';

/** Path of the list of pets. The path of one pet is below it. */
export const petsPath = `${versionPrefix}/pets`;

/** Path of all orders. The path of one order is below it. */
export const ordersPath = `${versionPrefix}/store/orders`;

/** Path of the log of events. */
export const eventsPath = `${versionPrefix}/events`;
