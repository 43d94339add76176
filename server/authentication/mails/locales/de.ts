import type { AuthenticationTexts } from './en';

export const de: AuthenticationTexts = {
  signInMethodAdded: {
    subject: 'Eine neue Anmeldung wurde hinzugefügt',
    heading: 'Eine neue Anmeldung wurde hinzugefügt',
    body: (provider, when) =>
      `Am ${when} wurde zu Ihrem Konto ein weiterer Weg der Anmeldung hinzugefügt: ${provider}.`,
    organization: 'die Anmeldung Ihrer Einrichtung',
    removed: 'einer, der inzwischen wieder entfernt wurde',
    button: 'Anmeldewege prüfen',
    note: 'Wenn Sie es nicht waren, ist jemand anderes in Ihrem Konto: Entfernen Sie den Weg dort, melden Sie sich überall ab und wählen Sie ein neues Passwort.',
  },
};
