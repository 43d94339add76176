import type { ExportTexts } from '../export-texts';

export const de: ExportTexts = {
  title: 'Ihre Kopie von allem, was Commonlab über Sie gespeichert hat',
  made: (when) => `Erstellt am ${when}. Spätere Änderungen sind nicht enthalten.`,
  format:
    'Jede Datei ist JSON in UTF-8: Listen von Einträgen unter dem Namen dessen, was sie sind. Zeiten stehen nach ISO 8601. Eine leere Liste heißt, dass nichts dieser Art gespeichert ist. Bewahren Sie diese Datei sicher auf: Sie sagt, wer Sie sind und an welchen Studien Sie teilgenommen haben.',
  files: {
    account:
      'Ihr Konto: Name, E-Mail-Adresse, Sprache, Zugehörigkeit, Rolle, Zustand und wann es angelegt wurde. Ihr Passwort ist nur als Hash gespeichert und nicht enthalten. Auch, warum die Verwaltung Ihr Konto geändert hat, falls sie es getan hat.',
    demographics:
      'Was Sie für Studien über sich angegeben haben: Geburtsdatum und höchster Abschluss.',
    'sign-in-methods':
      'Konten anderswo, mit denen Sie sich anmelden können: wer für Sie bürgt und unter welcher Kennung.',
    'sign-ins':
      'Die Browser, in denen Sie angemeldet sind: wie jeder sich nennt, seit wann, zuletzt benutzt wann, bis wann. Die Token sind nur als Hash gespeichert.',
    'second-factor':
      'Ihre Authenticator-App, Ihre Passkeys und Ihre Wiederherstellungscodes: dass es sie gibt und wann sie benutzt wurden. Ihre Geheimnisse fehlen, denn wer sie hätte, könnte sich anmelden.',
    'under-way':
      'Was Sie begonnen und nicht beendet haben: Bestätigungen Ihrer Adresse, Codes für ein neues Passwort, Anmeldungen bei anderen Anbietern, Registrierungen von Passkeys. Es endet von selbst.',
    participations:
      'Die Studien, an denen Sie teilgenommen haben oder teilnehmen wollten: Titel, Erhebung, Zustand, Vergütung, was zu Beginn von Ihren Angaben festgehalten wurde, das Pseudonym, unter dem die Studie Sie kennt, und unter "moves" jeder Wechsel des Zustands mit Zeit, Grund und wer ihn veranlasst hat.',
    agreements:
      'Worin Sie eingewilligt haben: das Dokument mit Version, Text und Prüfsumme (SHA-256), wann, wie, in welcher Sprache, und das Siegel, das den Eintrag schützt. Das sind Ihre Belege.',
    'roster-accesses':
      'Wer eine Liste mit Ihrem Namen geöffnet hat, wann, in welcher Studie. Wenn Sie forschen: auch welche Listen Sie geöffnet haben und wie viele Namen darauf standen.',
    reviews:
      'Prüfungen Ihrer Forscheridentität: was Sie angegeben haben, was entschieden wurde, wann und warum. Wenn Sie verwalten: auch die Entscheidungen, die Sie getroffen haben.',
    invitations:
      'Einladungscodes, die Sie erstellt haben. Die Codes sind nur als Hash gespeichert. Mit welchem Code Sie sich selbst registriert haben, wird nicht aufbewahrt.',
    studies:
      'Wenn Sie forschen: Ihre Studien, deren Einwilligungen und deren Erhebungen mit den Zählern. Nichts über die Teilnehmenden.',
    mails:
      'Die Mails, die an Sie gingen: welcher Art und wann. Ihre Texte werden nicht aufbewahrt.',
    'audit-log':
      'Was das Prüfprotokoll über Sie festhält: was Sie getan haben und was andere an Ihrem Konto getan haben. Andere heißen dort "somebody else".',
    exports: 'Die Kopien, die Sie angefordert haben, mit dieser.',
  },
  index:
    'Dasselbe wie diese Seite, für Programme: jede Datei, was sie enthält, wie viele Einträge.',
  missing: 'Gespeichert, aber nicht in dieser Kopie:',
  notInside: [
    'Mails zu einer Teilnahme werden ohne Ihr Konto verzeichnet, damit niemand daraus lesen kann, wer woran teilnimmt. Deshalb lassen sie sich für Sie nicht finden.',
    'Zähler gegen das Erraten von Passwörtern stehen unter Hashes mit Schlüssel und enden innerhalb eines Tages.',
    'Nachrichten zwischen den Teilen des Servers enthalten nur Kennungen und enden innerhalb von Stunden.',
    'Protokolle des Betriebs enthalten Kennungen und Zeiten, weder Namen noch Adressen.',
    'Sicherungskopien enthalten, was hier steht, so wie es war, als sie gemacht wurden.',
  ],
  gone: (days) =>
    `Auf dem Server wird diese Kopie nach ${days} Tagen gelöscht, wenn Sie sie wegwerfen, und mit Ihrem Konto.`,
};
