/** Describes each file of the data export to its owner. */
export const exportFileTexts = {
  participations: {
    en: 'The studies in which you took part or wanted to: title, session, state, reward, what was noted of your demographics at the start, the pseudonym by which the study knows you, and under "moves" every change of state with time, reason and who made it.',
    de: 'Die Studien, an denen Sie teilgenommen haben oder teilnehmen wollten: Titel, Erhebung, Zustand, Vergütung, was zu Beginn von Ihren Angaben festgehalten wurde, das Pseudonym, unter dem die Studie Sie kennt, und unter "moves" jeder Wechsel des Zustands mit Zeit, Grund und wer ihn veranlasst hat.',
  },
  agreements: {
    en: 'What you agreed to: the document with its version, text and fingerprint (SHA-256), when, how, in which language, and the seal that protects the record. These are your receipts.',
    de: 'Worin Sie eingewilligt haben: das Dokument mit Version, Text und Prüfsumme (SHA-256), wann, wie, in welcher Sprache, und das Siegel, das den Eintrag schützt. Das sind Ihre Belege.',
  },
  'roster-accesses': {
    en: 'Who opened a list with your name on it, when, in which study. If you are a researcher: also which rosters you opened, and how many names they showed.',
    de: 'Wer eine Liste mit Ihrem Namen geöffnet hat, wann, in welcher Studie. Wenn Sie forschen: auch welche Listen Sie geöffnet haben und wie viele Namen darauf standen.',
  },
};
