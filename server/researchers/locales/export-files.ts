/** Describes each file of the data export to its owner. */
export const exportFileTexts = {
  reviews: {
    en: 'Reviews of you as a researcher: what you gave, what was decided, when and why. If you are an administrator: also the decisions that you made.',
    de: 'Prüfungen Ihrer Forscheridentität: was Sie angegeben haben, was entschieden wurde, wann und warum. Wenn Sie verwalten: auch die Entscheidungen, die Sie getroffen haben.',
  },
  invitations: {
    en: 'Invitation codes that you created. The codes are kept as hashes only. Which code you signed up with yourself is not kept.',
    de: 'Einladungscodes, die Sie erstellt haben. Die Codes sind nur als Hash gespeichert. Mit welchem Code Sie sich selbst registriert haben, wird nicht aufbewahrt.',
  },
};
