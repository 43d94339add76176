export const en = {
  signInMethodAdded: {
    subject: 'A new way of signing in was added',
    heading: 'A new way of signing in was added',
    body: (provider: string, when: string) =>
      `On ${when}, a further way of signing in to your account was added: ${provider}.`,
    organization: 'the sign-on of your organization',
    removed: 'one that was removed again since',
    button: 'Check your ways of signing in',
    note: 'If it was not you, somebody else is in your account: remove it there, sign out everywhere and choose a new password.',
  },
};

export type AuthenticationTexts = typeof en;
