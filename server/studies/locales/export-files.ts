/** Describes each file of the data export to its owner. */
export const exportFileTexts = {
  studies: {
    en: 'If you are a researcher: your studies, their consent documents and their sessions with the counts. Nothing about those who took part.',
    de: 'Wenn Sie forschen: Ihre Studien, deren Einwilligungen und deren Erhebungen mit den Zählern. Nichts über die Teilnehmenden.',
  },
};
