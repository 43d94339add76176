/** Describes each file of the data export to its owner. */
export const exportFileTexts = {
  'audit-log': {
    en: 'What the audit log records of you: what you did, and what others did to your account. Others are called "somebody else". And how often a sign-in to your account failed, by the hour and the network from which it was tried.',
    de: 'Was das Prüfprotokoll über Sie festhält: was Sie getan haben und was andere an Ihrem Konto getan haben. Andere heißen dort "somebody else". Außerdem, wie oft eine Anmeldung an Ihrem Konto gescheitert ist, nach Stunde und nach dem Netz, aus dem sie versucht wurde.',
  },
};
