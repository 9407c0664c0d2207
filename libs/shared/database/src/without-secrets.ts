// Each repetition has a limit: without it, the time for a long text would grow with the square of its length.

/** `scheme://user:password@`. Not `file:///…/node_modules/@scope`, as in the frames of a stack: that has no authority. */
const userInfo = /([a-z][a-z0-9+.-]{0,30}:\/\/)(?!\/)[^\s"'`<>]{0,1000}@/gi;

/** `user:password@` without a scheme, such as a host that was read from an address of the wrong form. */
const bareUserInfo = /[^\s"'`<>:/@]{1,100}:(?!\/\/)[^\s"'`<>]{0,1000}@/g;

/** `password=x` of an address, `password = 'x'` of a connection string; it ends on its line. */
const passwordSetting = /(password[ \t]{0,100}=[ \t]{0,100})(?:'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|[^&\s]+)/gi;

/**
 * For messages and stacks of libraries: the text without users and passwords of addresses. It cannot recognise a password
 * in an address of the wrong form, so a variable that may hold one is not shown at all (`InvalidSetting`).
 */
export function withoutSecrets(text: string): string {
  return text.replace(userInfo, '$1…@').replace(bareUserInfo, '…@').replace(passwordSetting, '$1…');
}
