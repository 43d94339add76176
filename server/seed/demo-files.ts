import { makeToneWav } from '../study-files/builder/templates/tone.rule';

/** A file of the demo: its path in the researcher's *Files*, and its versions, the oldest first. */
export interface DemoFile {
  readonly path: string;
  readonly versions: readonly Buffer[];
}

const colours = {
  red: '#c92a2a',
  green: '#2b8a3e',
  blue: '#1864ab',
  orange: '#d9480f',
} as const;

/** Draws a word in a colour, as the study shows it. */
const word = (name: string, colour: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120" viewBox="0 0 320 120">` +
      `<rect width="320" height="120" fill="#ffffff"/>` +
      `<text x="160" y="78" font-family="sans-serif" font-size="56" font-weight="700" text-anchor="middle" ` +
      `fill="${colour}">${name.toUpperCase()}</text></svg>`,
  );

const words = Object.entries(colours).map(([name, colour]) => ({
  path: `Colour words/words/${name}.svg`,
  versions: [word(name, colour)],
}));
const tones = [
  { path: 'Colour words/tones/right.wav', versions: [makeToneWav(880, 200)] },
  // The researcher replaced the first version of this tone, because it was too long.
  {
    path: 'Colour words/tones/wrong.wav',
    versions: [makeToneWav(220, 900), makeToneWav(220, 300)],
  },
];
const list = {
  path: 'Colour words/stimuli.csv',
  versions: [
    Buffer.from(
      [
        'word,colour,congruent',
        ...Object.keys(colours).flatMap((name) =>
          Object.keys(colours).map((colour) => `${name},${colour},${name === colour}`),
        ),
        '',
      ].join('\r\n'),
    ),
  ],
};

/** Stimuli that this project made itself and dedicated to the public domain. */
export const demoFiles: readonly DemoFile[] = [...words, ...tones, list];
/**
 * The folder that the researcher shares with the people of a study. `licence` and `creator`
 * describe its files.
 */
export const demoResourceFolder = {
  name: 'Colour words',
  licence: 'CC0-1.0',
  creator: 'Commonlab',
} as const;
