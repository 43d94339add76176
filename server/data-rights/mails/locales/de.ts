import type { ExportTexts } from './en';

export const de: ExportTexts = {
  exportReady: {
    subject: 'Ihre Kopie ist fertig',
    heading: 'Ihre Kopie ist fertig',
    body: (until) =>
      `Die Kopie von allem, was wir über Sie gespeichert haben, ist fertig. Bis ${until} können Sie sie auf Ihrer Profilseite herunterladen.`,
    button: 'Profil öffnen',
    note: 'Wenn Sie sie nicht angefordert haben, melden Sie sich an, werfen Sie die Kopie weg und ändern Sie Ihr Passwort: Vielleicht ist jemand anderes in Ihrem Konto angemeldet.',
  },
};
