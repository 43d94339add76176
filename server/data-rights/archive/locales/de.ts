import type { ExportTexts } from '../export-texts';

export const de: ExportTexts = {
  title: 'Ihre Kopie von allem, was Commonlab über Sie gespeichert hat',
  made: (when) => `Erstellt am ${when}. Spätere Änderungen sind nicht enthalten.`,
  format:
    'Jede Datei ist JSON in UTF-8: Listen von Einträgen unter dem Namen dessen, was sie sind. Zeiten stehen nach ISO 8601. Eine leere Liste heißt, dass nichts dieser Art gespeichert ist. Bewahren Sie diese Datei sicher auf: Sie sagt, wer Sie sind und an welchen Studien Sie teilgenommen haben.',
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
