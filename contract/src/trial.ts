/** What pages of a trial say and link to. It comes from the server, so that no bundle has it. */
export interface Trial {
  /** Where simulated emails are; `?to=` names whose. */
  readonly mailbox?: { readonly lead: string; readonly link: string; readonly url: string };
  readonly people?: {
    readonly title: string;
    readonly lead: string;
    readonly password: string;
    readonly hint: string;
    readonly all: readonly {
      readonly name: string;
      readonly email: string;
      readonly flag: 'active' | 'pending' | 'suspended' | 'ended';
      readonly has: string;
    }[];
  };
}
