import { serverSettingDeclarations } from '@petstore/http/settings';

/** Version prefix of every operation's path. */
export const { versionPrefix } = serverSettingDeclarations;
