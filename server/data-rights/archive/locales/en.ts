import type { ExportTexts } from '../export-texts';

export const en: ExportTexts = {
  title: 'Your copy of everything that Commonlab holds about you',
  made: (when) => `Made on ${when}. Later changes are not in it.`,
  format:
    'Each file is JSON in UTF-8: lists of records under the name of what they are. Times are ISO 8601. An empty list means that nothing of the kind is held. Keep this file in a safe place: it says who you are and in which studies you took part.',
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
