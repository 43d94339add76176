export const en = {
  footer:
    'Commonlab, research studies for researchers and participants. This message was sent by a machine that reads no answers.',
  hello: (firstName: string) => `Hello ${firstName},`,
};

export type SharedTexts = typeof en;
