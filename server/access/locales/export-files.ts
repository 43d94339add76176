/** What each file of the data export is, for its owner. */
export const exportFileTexts = {
  account: {
    en: 'Your account: name, email address, language, affiliation, role, state, and when it was made. Your password is kept as a hash only and is not in here. Also why administrators changed your account, if they did.',
    de: 'Ihr Konto: Name, E-Mail-Adresse, Sprache, Zugehörigkeit, Rolle, Zustand und wann es angelegt wurde. Ihr Passwort ist nur als Hash gespeichert und nicht enthalten. Auch, warum die Verwaltung Ihr Konto geändert hat, falls sie es getan hat.',
  },
  'sign-ins': {
    en: 'The browsers in which you are signed in: what each calls itself, since when, last used when, until when. The tokens are kept as hashes only.',
    de: 'Die Browser, in denen Sie angemeldet sind: wie jeder sich nennt, seit wann, zuletzt benutzt wann, bis wann. Die Token sind nur als Hash gespeichert.',
  },
};
