/** The actor of the events of `import` and `seed`. They name no person: only the log of the API keys does. */
export const operator = 'operator';
