/** Who makes the changes of a command, in the event log. The log of keys names the person. */
export const operator = 'operator';
