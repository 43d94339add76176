import type { BundleSettings } from '../../../contracts/bundle';

const withRecordings =
  'Files that runs made, such as recordings, are in `data/recordings/` by their SHA-256; records of the ' +
  'kind `file` say whose they are, and their names. Those of sessions without names are not in it. A ' +
  'voice or a face shows who somebody is, whatever pseudonym stands beside it: give the bundle only to ' +
  'whom the consent form allows.';
const withoutRecordings =
  'Files that runs made, such as recordings, are not in it: records of the kind `file` name them, with ' +
  'size and SHA-256. An export of tables has the files themselves, and so has a bundle that was asked ' +
  'for with recordings.';

/** What a bundle is, for who opens the archive. It contains no name of a person. */
export const bundleReadme = (
  { title, description }: BundleSettings,
  hasRecordings: boolean,
): string =>
  [
    `# ${title.replace(/\s+/g, ' ').trim() || 'Untitled study'}`,
    description.trim(),
    'A study with its data, as another installation of Commonlab imports it. `bundle.json` lists every ' +
      'file with its SHA-256 and says where the study comes from.',
    [
      '- `study/`: what the study is, and the consent form in force',
      '- `versions/`, `files/`: its own files, by the hash of their content',
      '- `data/sessions.json`, `data/consents.json`: what participants were told, and agreed to',
      '- `data/runs/`: in JSON Lines, each run (somebody going through the study) with its records behind it',
    ].join('\n'),
    hasRecordings ? withRecordings : withoutRecordings,
    'Participants have pseudonyms of this study. Of sessions without names there is no day, and clock ' +
      'times, network addresses and agent strings that the study wrote down are taken out: they are ' +
      'missing, or read `[withheld]`. The words of the study, its consent form and what participants ' +
      'answered are as they were written: read them before you give the bundle to others.',
  ]
    .filter((part) => part !== '')
    .join('\n\n') + '\n';
