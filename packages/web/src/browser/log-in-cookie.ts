/** Whether somebody has logged in with this browser. Scripts can read this cookie, but not the one that opens the account. */
export function hasLogIn(): boolean {
  return document.cookie.split('; ').some((pair) => /^csrf_refresh_token=./.test(pair))
}
