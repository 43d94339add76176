/** What each file of the data export is, for its owner. */
export const exportFileTexts = {
  demographics: {
    en: 'What you told about yourself for studies: date of birth and completed education.',
    de: 'Was Sie für Studien über sich angegeben haben: Geburtsdatum und höchster Abschluss.',
  },
  'under-way': {
    en: 'What you have begun and not ended: verifications of your address, codes for a new password, sign-ins at another provider, registrations of passkeys. They end by themselves.',
    de: 'Was Sie begonnen und nicht beendet haben: Bestätigungen Ihrer Adresse, Codes für ein neues Passwort, Anmeldungen bei anderen Anbietern, Registrierungen von Passkeys. Es endet von selbst.',
  },
};
