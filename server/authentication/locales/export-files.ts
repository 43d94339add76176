/** What each file of the data export is, for its owner. */
export const exportFileTexts = {
  'sign-in-methods': {
    en: 'Accounts elsewhere with which you may sign in: who vouches for you, and by which identifier.',
    de: 'Konten anderswo, mit denen Sie sich anmelden können: wer für Sie bürgt und unter welcher Kennung.',
  },
  'second-factor': {
    en: 'Your authenticator app, your passkeys and your recovery codes: that they exist and when they were used. Their secrets are left out, since whoever had them could sign in.',
    de: 'Ihre Authenticator-App, Ihre Passkeys und Ihre Wiederherstellungscodes: dass es sie gibt und wann sie benutzt wurden. Ihre Geheimnisse fehlen, denn wer sie hätte, könnte sich anmelden.',
  },
};
