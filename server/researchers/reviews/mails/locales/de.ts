import type { ReviewTexts } from './en';

export const de: ReviewTexts = {
  reviewRequested: {
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
};
