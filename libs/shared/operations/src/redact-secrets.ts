// Most repetitions have a limit. Without it, the time for a long text would grow with the square of its length.

/** `scheme://user:password@`. Does not match `file:///…/node_modules/@scope` in a stack, which has no authority. */
const userInfo = /([a-z][a-z0-9+.-]{0,30}:\/\/)(?!\/)[^\s"'`<>]{0,1000}@/gi;

/** `user:password@` without a scheme, for example a host that was parsed from a malformed URL. */
const bareUserInfo = /[^\s"'`<>:/@]{1,100}:(?!\/\/)[^\s"'`<>]{0,1000}@/g;

/** `password=x` of a URL, or `password = 'x'` of a connection string. A match contains no line feed. */
const passwordSetting = /(password[ \t]{0,100}=[ \t]{0,100})(?:'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|[^&\s]+)/gi;

/**
 * Replaces users and passwords of URLs and connection strings in messages and stacks of libraries. It does not recognise every
 * password in a malformed URL. Therefore messages about settings do not show values.
 */
export function redactSecrets(text: string): string {
  return text.replace(userInfo, '$1…@').replace(bareUserInfo, '…@').replace(passwordSetting, '$1…');
}
