import type { SecondFactorTexts } from './en';

export const de: SecondFactorTexts = {
  secondFactorChanged: {
    subject: 'Der zweite Faktor Ihres Kontos wurde geändert',
    heading: 'Der zweite Faktor Ihres Kontos wurde geändert',
    body: (when) =>
      `Der zweite Faktor Ihres Kontos wurde am ${when} eingerichtet, geändert oder entfernt, oder Wiederherstellungscodes wurden benutzt oder ersetzt.`,
    now: 'Jetzt eingerichtet',
    app: 'eine Authenticator-App',
    passkeys: (n) => (n === 1 ? 'ein Passkey' : `${n} Passkeys`),
    none: 'keiner: Ihre Anmeldung allein genügt',
    button: 'Zweiten Faktor prüfen',
    note: 'Wenn Sie es nicht waren, ist jemand anderes in Ihrem Konto: Melden Sie sich überall ab, wählen Sie ein neues Passwort und schreiben Sie uns.',
  },
};
