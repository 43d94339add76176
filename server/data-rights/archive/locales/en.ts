import type { ExportTexts } from '../export-texts';

export const en: ExportTexts = {
  title: 'Your copy of everything that Commonlab holds about you',
  made: (when) => `Made on ${when}. Later changes are not in it.`,
  format:
    'Each file is JSON in UTF-8: lists of records under the name of what they are. Times are ISO 8601. An empty list means that nothing of the kind is held. Keep this file in a safe place: it says who you are and in which studies you took part.',
  files: {
    account:
      'Your account: name, email address, language, affiliation, role, state, and when it was made. Your password is kept as a hash only and is not in here. Also why administrators changed your account, if they did.',
    demographics:
      'What you told about yourself for studies: date of birth and completed education.',
    'sign-in-methods':
      'Accounts elsewhere with which you may sign in: who vouches for you, and by which identifier.',
    'sign-ins':
      'The browsers in which you are signed in: what each calls itself, since when, last used when, until when. The tokens are kept as hashes only.',
    'second-factor':
      'Your authenticator app, your passkeys and your recovery codes: that they exist and when they were used. Their secrets are left out, since whoever had them could sign in.',
    'under-way':
      'What you have begun and not ended: verifications of your address, codes for a new password, sign-ins at another provider, registrations of passkeys. They end by themselves.',
    participations:
      'The studies in which you took part or wanted to: title, session, state, reward, what was noted of your demographics at the start, the pseudonym by which the study knows you, and under "moves" every change of state with time, reason and who made it.',
    agreements:
      'What you agreed to: the document with its version, text and fingerprint (SHA-256), when, how, in which language, and the seal that protects the record. These are your receipts.',
    'roster-accesses':
      'Who opened a list with your name on it, when, in which study. If you are a researcher: also which rosters you opened, and how many names they showed.',
    reviews:
      'Reviews of you as a researcher: what you gave, what was decided, when and why. If you are an administrator: also the decisions that you made.',
    invitations:
      'Invitation codes that you created. The codes are kept as hashes only. Which code you signed up with yourself is not kept.',
    studies:
      'If you are a researcher: your studies, their consent documents and their sessions with the counts. Nothing about those who took part.',
    mails: 'The emails that were sent to you: which kind, and when. Their texts are not kept.',
    'audit-log':
      'What the audit log records of you: what you did, and what others did to your account. Others are called "somebody else".',
    exports: 'The copies that you asked for, with this one.',
  },
  index: 'The same as this page, for programs: each file, what it holds, how many records.',
  missing: 'Held, and not in this copy:',
  notInside: [
    'Emails about a participation are kept without your account, so that nobody can tell from them who takes part where. They cannot be found for you.',
    'Counters against guessed passwords stand under keyed hashes and end within a day.',
    'Messages between the parts of the server hold ids only and end within hours.',
    'Logs hold ids and times, neither names nor addresses.',
    'Backups hold what is in here, as it was when they were made.',
  ],
  gone: (days) =>
    `On the server this copy is erased after ${days} days, when you throw it away, and with your account.`,
};
