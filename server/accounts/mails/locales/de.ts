import type { AccountTexts } from './en';

export const de: AccountTexts = {
  verification: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
    body: 'Ein Schritt fehlt noch, bevor Sie an Studien teilnehmen können: Bestätigen Sie, dass diese Adresse Ihnen gehört.',
    researcher:
      'Ein Schritt fehlt noch, bevor Ihr Konto für Ihre Forschung bereit ist: Bestätigen Sie, dass diese Adresse Ihnen gehört.',
    byProvider: (provider) =>
      `Jemand hat hier ein Konto mit einem ${provider}-Konto angelegt, das diese Adresse nennt. Wenn Sie das waren, folgen Sie dem Link und melden Sie sich mit demselben ${provider}-Konto an: Der Link allein bestätigt nichts.`,
    button: 'Adresse bestätigen',
    note: 'Der Link gilt einmal und 24 Stunden lang. Wenn Sie kein Konto angelegt haben, ist nichts zu tun: Ohne den Link geschieht nichts.',
  },
  knownAddress: {
    subject: 'Sie haben schon ein Konto',
    heading: 'Sie haben schon ein Konto',
    body: 'Jemand, wahrscheinlich Sie selbst, wollte mit dieser Adresse ein Konto anlegen. Es gibt schon eines, und daran hat sich nichts geändert.',
    forgotten:
      'Wenn Sie Ihr Passwort vergessen haben, fordern Sie einen Code an und wählen Sie ein neues.',
    signIn: 'Anmelden',
    reset: 'Neues Passwort wählen',
    note: 'Wenn Sie es nicht waren, ist nichts zu tun: Wer es versucht hat, erfährt nicht, dass es zu dieser Adresse ein Konto gibt.',
  },
  deletionRequested: {
    subject: 'Ihr Konto wird gelöscht',
    heading: 'Ihr Konto wird gelöscht',
    body: (when) =>
      `Sie oder die Verwaltung für Sie haben die Löschung Ihres Kontos beantragt. Am ${when} löschen wir Ihren Namen, Ihre E-Mail-Adresse, Ihr Passwort und Ihr Profil.`,
    what: 'Antworten aus Studien bleiben nur, soweit die Einwilligungen es erlauben, denen Sie zugestimmt haben, und ohne Ihren Namen.',
    keep: 'Wenn Sie es sich anders überlegen, melden Sie sich vor diesem Tag an: Die Anmeldung nimmt die Löschung zurück.',
    button: 'Konto behalten',
    note: 'Wenn Sie das nicht wollten, melden Sie sich an, was es zurücknimmt, und ändern Sie Ihr Passwort.',
  },
  deletionCancelled: {
    subject: 'Ihr Konto bleibt bestehen',
    heading: 'Ihr Konto bleibt bestehen',
    body: (when) =>
      `Sie haben sich am ${when} angemeldet. Deshalb wird Ihr Konto nicht gelöscht. Nichts ging verloren.`,
    note: 'Wenn Sie es nicht waren, hat jemand anderes Zugang zu Ihrem Konto: Setzen Sie Ihr Passwort zurück und beantragen Sie die Löschung noch einmal.',
  },
  deletionReminder: {
    subject: (when) => `Ihr Konto wird am ${when} gelöscht`,
    heading: 'Ihr Konto wird bald gelöscht',
    body: (when) =>
      `Wie beantragt löschen wir Ihr Konto am ${when}. Danach lässt es sich nicht wiederherstellen.`,
    keep: 'Wenn Sie es behalten möchten, melden Sie sich vor diesem Tag an: Die Anmeldung nimmt die Löschung zurück.',
    button: 'Konto behalten',
  },
};
