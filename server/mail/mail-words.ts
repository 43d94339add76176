/** Subject and heading of one mail, and its sentences. */
type Words<Sentences extends object = object> = { subject: string; heading: string } & Sentences;

export interface MailTexts {
  /** Under every mail. */
  footer: string;
  hello: (firstName: string) => string;
  verification: Words<{
    body: string;
    researcher: string;
    byProvider: (provider: string) => string;
    button: string;
    note: string;
  }>;
  resetCode: Words<{ body: string; button: string; note: string }>;
  knownAddress: Words<{
    body: string;
    forgotten: string;
    signIn: string;
    reset: string;
    note: string;
  }>;
  reviewAsked: Words<{
    body: string;
    researcher: string;
    organization: string;
    interests: string;
    button: string;
  }>;
  reviewApproved: Words<{ body: string; reason: string; button: string }>;
  reviewRejected: Words<{ body: string; reason: string; again: string; button: string }>;
  enrolled: {
    subject: (study: string) => string;
    heading: string;
    body: string;
    study: string;
    duration: string;
    minutes: (n: number) => string;
    startBefore: string;
    button: string;
    note: string;
  };
  offer: {
    subject: (study: string) => string;
    heading: string;
    body: string;
    study: string;
    until: string;
    button: string;
    note: string;
  };
  exportReady: Words<{ body: (until: string) => string; button: string; note: string }>;
  wayInAdded: Words<{
    body: (provider: string, when: string) => string;
    organization: string;
    removed: string;
    button: string;
    note: string;
  }>;
  passwordChanged: Words<{
    body: (when: string) => string;
    ended: string;
    button: string;
    note: string;
  }>;
  secondFactorChanged: Words<{
    body: (when: string) => string;
    now: string;
    app: string;
    passkeys: (n: number) => string;
    none: string;
    button: string;
    note: string;
  }>;
  deletionAsked: {
    subject: string;
    heading: string;
    body: (when: string) => string;
    what: string;
    keep: string;
    button: string;
    note: string;
  };
  deletionCancelled: Words<{ body: (when: string) => string; note: string }>;
  deletionReminder: {
    subject: (when: string) => string;
    heading: string;
    body: (when: string) => string;
    keep: string;
    button: string;
  };
}
