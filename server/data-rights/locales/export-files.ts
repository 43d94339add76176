/** What each file of the data export is, for its owner. */
export const exportFileTexts = {
  exports: {
    en: 'The copies that you asked for, with this one.',
    de: 'Die Kopien, die Sie angefordert haben, mit dieser.',
  },
};
