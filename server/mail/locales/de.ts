import type { MailTexts } from '../mail-words';

export const de: MailTexts = {
  footer:
    'Commonlab, Studien für Forschende und Teilnehmende. Diese Nachricht hat eine Maschine verschickt, die keine Antworten liest.',
  hello: (firstName) => `Guten Tag ${firstName},`,
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
  resetCode: {
    subject: 'Ihr Code für ein neues Passwort',
    heading: 'Ihr Code für ein neues Passwort',
    body: 'Geben Sie diesen Code dort ein, wo Sie ihn angefordert haben, und wählen Sie ein neues Passwort:',
    button: 'Code eingeben',
    note: 'Der Code gilt einmal und 24 Stunden lang. Wenn Sie ihn nicht angefordert haben, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
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
  reviewAsked: {
    subject: 'Eine Forscherprüfung wartet',
    heading: 'Eine Forscherprüfung wartet',
    body: 'Prüfen Sie die Zugehörigkeit, dann bestätigen Sie sie oder schreiben Sie, was fehlt.',
    researcher: 'Name',
    organization: 'Einrichtung',
    interests: 'Interessen',
    button: 'Prüfungen öffnen',
  },
  reviewApproved: {
    subject: 'Ihre Forscheridentität ist bestätigt',
    heading: 'Ihre Forscheridentität ist bestätigt',
    body: 'Sie können jetzt Erhebungen im öffentlichen Katalog starten.',
    reason: 'Die Prüfung schreibt:',
    button: 'Zu Ihren Studien',
  },
  reviewRejected: {
    subject: 'Ihre Forscheridentität wurde nicht bestätigt',
    heading: 'Ihre Forscheridentität wurde nicht bestätigt',
    body: 'Sie können weiterhin Studien bauen, ansehen und über einen privaten Link werben. Was Sie angelegt haben, bleibt erhalten.',
    reason: 'Die Prüfung schreibt:',
    again: 'Ändern Sie Ihre Zugehörigkeit, um eine neue Prüfung zu beginnen.',
    button: 'Zugehörigkeit ändern',
  },
  enrolled: {
    subject: (study) => `Sie sind angemeldet: ${study}`,
    heading: 'Sie sind angemeldet',
    body: 'Ihr Platz ist reserviert.',
    study: 'Studie',
    duration: 'Dauer',
    minutes: (n) => `etwa ${n} ${n === 1 ? 'Minute' : 'Minuten'}`,
    startBefore: 'Beginnen Sie vor',
    button: 'Studie öffnen',
    note: 'Wenn Sie nicht teilnehmen können, ziehen Sie sich auf der Seite der Studie zurück. Dann bekommt jemand anderes Ihren Platz.',
  },
  offer: {
    subject: (study) => `Ein Platz ist für Sie frei: ${study}`,
    heading: 'Ein Platz ist für Sie frei',
    body: 'Sie standen auf der Warteliste. Bis zur unten genannten Zeit ist ein Platz für Sie reserviert, danach bekommt ihn die nächste Person.',
    study: 'Studie',
    until: 'Reserviert bis',
    button: 'Platz annehmen',
    note: 'Wenn Sie ihn nicht mehr möchten, lehnen Sie ihn auf der Seite der Studie ab.',
  },
  exportReady: {
    subject: 'Ihre Kopie ist fertig',
    heading: 'Ihre Kopie ist fertig',
    body: (until) =>
      `Die Kopie von allem, was wir über Sie gespeichert haben, ist fertig. Bis ${until} können Sie sie auf Ihrer Profilseite herunterladen.`,
    button: 'Profil öffnen',
    note: 'Wenn Sie sie nicht angefordert haben, melden Sie sich an, werfen Sie die Kopie weg und ändern Sie Ihr Passwort: Vielleicht ist jemand anderes in Ihrem Konto angemeldet.',
  },
  wayInAdded: {
    subject: 'Eine neue Anmeldung wurde hinzugefügt',
    heading: 'Eine neue Anmeldung wurde hinzugefügt',
    body: (provider, when) =>
      `Am ${when} wurde zu Ihrem Konto ein weiterer Weg der Anmeldung hinzugefügt: ${provider}.`,
    organization: 'die Anmeldung Ihrer Einrichtung',
    removed: 'einer, der inzwischen wieder entfernt wurde',
    button: 'Anmeldewege prüfen',
    note: 'Wenn Sie es nicht waren, ist jemand anderes in Ihrem Konto: Entfernen Sie den Weg dort, melden Sie sich überall ab und wählen Sie ein neues Passwort.',
  },
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    heading: 'Ihr Passwort wurde geändert',
    body: (when) =>
      `Am ${when} wurde mit einem Code aus einer E-Mail ein neues Passwort für Ihr Konto gesetzt.`,
    ended: 'Sie wurden überall abgemeldet. Melden Sie sich mit dem neuen Passwort an.',
    button: 'Anmelden',
    note: 'Wenn Sie es nicht waren, liest jemand anderes Ihre E-Mails: Ändern Sie zuerst das Passwort Ihres Postfachs und setzen Sie dieses dann noch einmal zurück.',
  },
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
  deletionAsked: {
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
