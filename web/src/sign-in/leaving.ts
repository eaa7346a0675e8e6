let left: string | undefined;

/** The session that its owner ends: its pages lead home, not to the login. */
export const leaving = {
  begin(token: string | undefined): void {
    left = token ?? left;
  },
  is: (token: string | undefined) => token !== undefined && token === left,
};
