export const en = {
  resetCode: {
    subject: 'Your code for a new password',
    heading: 'Your code for a new password',
    body: 'Type this code where you asked for it, and choose a new password:',
    button: 'Enter the code',
    note: 'The code works once, for 24 hours. If you did not ask for it, ignore this message: your password stays as it is.',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    body: (when: string) =>
      `On ${when}, a new password was set for your account with a code from an email.`,
    ended: 'You were signed out everywhere. Sign in with the new password.',
    button: 'Sign in',
    note: 'If it was not you, somebody else reads your email: change the password of your mailbox first, then reset this one again.',
  },
};

export type PasswordTexts = typeof en;
