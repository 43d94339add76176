export const en = {
  secondFactorChanged: {
    subject: 'The second factor of your account was changed',
    heading: 'The second factor of your account was changed',
    body: (when: string) =>
      `The second factor of your account was set up, changed or removed on ${when}, or recovery codes were used or replaced.`,
    now: 'Set up now',
    app: 'an authenticator app',
    passkeys: (n: number) => (n === 1 ? 'one passkey' : `${n} passkeys`),
    none: 'none: your sign-in alone is enough',
    button: 'Check your second factor',
    note: 'If it was not you, somebody else is in your account: sign out everywhere, choose a new password and write to us.',
  },
};

export type SecondFactorTexts = typeof en;
