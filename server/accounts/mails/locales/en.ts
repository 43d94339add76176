export const en = {
  verification: {
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    body: 'One step is left before you can take part in studies: confirm that this address is yours.',
    researcher:
      'One step is left before your account is ready for your research: confirm that this address is yours.',
    byProvider: (provider: string) =>
      `Somebody made an account here with a ${provider} account that names this address. If that was you, follow the link and sign in with that same ${provider} account: the link alone confirms nothing.`,
    button: 'Confirm my address',
    note: 'The link works once, for 24 hours. If you have not created an account, ignore this message: nothing happens without the link.',
  },
  knownAddress: {
    subject: 'You already have an account',
    heading: 'You already have an account',
    body: 'Somebody, most likely you, tried to create an account with this address. There is one already, and it has not changed.',
    forgotten: 'If you have forgotten your password, ask for a code and choose a new one.',
    signIn: 'Sign in',
    reset: 'Choose a new password',
    note: 'If it was not you, there is nothing to do: whoever tried does not learn that this address has an account.',
  },
  deletionRequested: {
    subject: 'Your account will be deleted',
    heading: 'Your account will be deleted',
    body: (when: string) =>
      `You, or an administrator for you, asked for the deletion of your account. On ${when} we erase your name, your email address, your password and your profile.`,
    what: 'Answers that you gave in studies stay only as far as the consent forms you agreed to allow it, and without your name.',
    keep: 'If you change your mind, sign in before that day: signing in cancels the deletion.',
    button: 'Keep my account',
    note: 'If you did not want this, sign in, which cancels it, and change your password.',
  },
  deletionCancelled: {
    subject: 'Your account stays',
    heading: 'Your account stays',
    body: (when: string) =>
      `You signed in on ${when}, so your account is not deleted. Nothing was lost.`,
    note: 'If it was not you, somebody else has a way into your account: reset your password, and ask for the deletion again.',
  },
  deletionReminder: {
    subject: (when: string) => `Your account will be deleted on ${when}`,
    heading: 'Your account will be deleted soon',
    body: (when: string) =>
      `As you asked, we erase your account on ${when}. Afterwards it cannot be brought back.`,
    keep: 'If you want to keep it, sign in before that day: signing in cancels the deletion.',
    button: 'Keep my account',
  },
};

export type AccountTexts = typeof en;
