import { serverSettingDeclarations } from '@petstore/bootstrap/settings';

/** Version prefix of every operation's path. */
export const { versionPrefix } = serverSettingDeclarations;
