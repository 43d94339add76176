export const en = {
  exportReady: {
    subject: 'Your copy is ready',
    heading: 'Your copy is ready',
    body: (until: string) =>
      `The copy of everything that we hold about you is made. Until ${until} you can download it on your profile page.`,
    button: 'Open your profile',
    note: 'If you did not ask for it, sign in, throw the copy away and change your password: somebody else may be signed in to your account.',
  },
};

export type ExportTexts = typeof en;
