let left: string | undefined;
let isHeard = true;

/** The session that its owner ends: its pages lead home, not to the login. */
export const leaving = {
  begin(token: string | undefined, heard = true): void {
    left = token ?? left;
    isHeard = heard;
  },
  /** Else home is as far as the server. */
  isHeard: () => isHeard,
  is: (token: string | undefined) => token !== undefined && token === left,
};
