/** Version prefix of every operation's path. */
export const versionPrefix = '/v1';
