import type { MailTexts } from '../mail-words';

export const en: MailTexts = {
  footer:
    'Commonlab, research studies for researchers and participants. This message was sent by a machine that reads no answers.',
  hello: (firstName) => `Hello ${firstName},`,
  verification: {
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    body: 'One step is left before you can take part in studies: confirm that this address is yours.',
    researcher:
      'One step is left before your account is ready for your research: confirm that this address is yours.',
    byProvider: (provider) =>
      `Somebody made an account here with a ${provider} account that names this address. If that was you, follow the link and sign in with that same ${provider} account: the link alone confirms nothing.`,
    button: 'Confirm my address',
    note: 'The link works once, for 24 hours. If you have not created an account, ignore this message: nothing happens without the link.',
  },
  resetCode: {
    subject: 'Your code for a new password',
    heading: 'Your code for a new password',
    body: 'Type this code where you asked for it, and choose a new password:',
    button: 'Enter the code',
    note: 'The code works once, for 24 hours. If you did not ask for it, ignore this message: your password stays as it is.',
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
  reviewAsked: {
    subject: 'A researcher waits for a review',
    heading: 'A researcher waits for a review',
    body: 'Look at the affiliation, then approve it or say what is missing.',
    researcher: 'Researcher',
    organization: 'Organization',
    interests: 'Interests',
    button: 'Open the review queue',
  },
  reviewApproved: {
    subject: 'Your researcher identity is approved',
    heading: 'Your researcher identity is approved',
    body: 'You can now launch sessions into the public catalogue.',
    reason: 'The reviewer wrote:',
    button: 'Go to your studies',
  },
  reviewRejected: {
    subject: 'Your researcher identity did not pass review',
    heading: 'Your researcher identity did not pass review',
    body: 'You can still build and preview studies and recruit by a private link. What you have made is kept.',
    reason: 'The reviewer wrote:',
    again: 'Update your affiliation to start another review.',
    button: 'Update your affiliation',
  },
  enrolled: {
    subject: (study) => `You are enrolled: ${study}`,
    heading: 'You are enrolled',
    body: 'Your place is reserved.',
    study: 'Study',
    duration: 'Duration',
    minutes: (n) => `about ${n} ${n === 1 ? 'minute' : 'minutes'}`,
    startBefore: 'Start before',
    button: 'Open the study',
    note: 'If you cannot take part, withdraw on the study’s page, so that somebody else gets your place.',
  },
  offer: {
    subject: (study) => `A place is free for you: ${study}`,
    heading: 'A place is free for you',
    body: 'You were on the waiting list. A place is held for you until the time below; then it goes to the next person.',
    study: 'Study',
    until: 'Held until',
    button: 'Take the place',
    note: 'If you no longer want it, decline it on the study’s page.',
  },
  exportReady: {
    subject: 'Your copy is ready',
    heading: 'Your copy is ready',
    body: (until) =>
      `The copy of everything that we hold about you is made. Until ${until} you can download it on your profile page.`,
    button: 'Open your profile',
    note: 'If you did not ask for it, sign in, throw the copy away and change your password: somebody else may be signed in to your account.',
  },
  wayInAdded: {
    subject: 'A new way of signing in was added',
    heading: 'A new way of signing in was added',
    body: (provider, when) =>
      `On ${when}, a further way of signing in to your account was added: ${provider}.`,
    organization: 'the sign-on of your organization',
    removed: 'one that was removed again since',
    button: 'Check your ways of signing in',
    note: 'If it was not you, somebody else is in your account: remove it there, sign out everywhere and choose a new password.',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    body: (when) =>
      `On ${when}, a new password was set for your account with a code from an email.`,
    ended: 'You were signed out everywhere. Sign in with the new password.',
    button: 'Sign in',
    note: 'If it was not you, somebody else reads your email: change the password of your mailbox first, then reset this one again.',
  },
  secondFactorChanged: {
    subject: 'The second factor of your account was changed',
    heading: 'The second factor of your account was changed',
    body: (when) =>
      `The second factor of your account was set up, changed or removed on ${when}, or recovery codes were used or replaced.`,
    now: 'Set up now',
    app: 'an authenticator app',
    passkeys: (n) => (n === 1 ? 'one passkey' : `${n} passkeys`),
    none: 'none: your sign-in alone is enough',
    button: 'Check your second factor',
    note: 'If it was not you, somebody else is in your account: sign out everywhere, choose a new password and write to us.',
  },
  deletionAsked: {
    subject: 'Your account will be deleted',
    heading: 'Your account will be deleted',
    body: (when) =>
      `You, or an administrator for you, asked for the deletion of your account. On ${when} we erase your name, your email address, your password and your profile.`,
    what: 'Answers that you gave in studies stay only as far as the consent forms you agreed to allow it, and without your name.',
    keep: 'If you change your mind, sign in before that day: signing in cancels the deletion.',
    button: 'Keep my account',
    note: 'If you did not want this, sign in, which cancels it, and change your password.',
  },
  deletionCancelled: {
    subject: 'Your account stays',
    heading: 'Your account stays',
    body: (when) => `You signed in on ${when}, so your account is not deleted. Nothing was lost.`,
    note: 'If it was not you, somebody else has a way into your account: reset your password, and ask for the deletion again.',
  },
  deletionReminder: {
    subject: (when) => `Your account will be deleted on ${when}`,
    heading: 'Your account will be deleted soon',
    body: (when) =>
      `As you asked, we erase your account on ${when}. Afterwards it cannot be brought back.`,
    keep: 'If you want to keep it, sign in before that day: signing in cancels the deletion.',
    button: 'Keep my account',
  },
};
