/** The actor of the events that a command records. Only the log of keys names the person. */
export const operator = 'operator';
