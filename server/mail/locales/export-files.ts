/** What each file of the data export is, for its owner. */
export const exportFileTexts = {
  mails: {
    en: 'The emails that were sent to you: which kind, and when. Their texts are not kept.',
    de: 'Die Mails, die an Sie gingen: welcher Art und wann. Ihre Texte werden nicht aufbewahrt.',
  },
};
