/** Describes each file of the data export to its owner. */
export const exportFileTexts = {
  exports: {
    en: 'The copies that you asked for, with this one.',
    de: 'Die Kopien, die Sie angefordert haben, mit dieser.',
  },
};
