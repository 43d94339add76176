import { listRehearsals, type Rehearsal } from '../../../contracts/runtime/rehearsals';
import { listVersions, type StudyVersion } from '../../../contracts/study-files/study-files';
import { readTimeline, type TimelineDraft } from '../../../contracts/study-files/study-timelines';
import { type FakeRoute, on } from './fake-server';

export const aVersion = (more: Partial<StudyVersion> = {}): StudyVersion => ({
  _id: '0193a1b2-0000-7000-8000-000000000099',
  number: 1,
  sha256: 'b'.repeat(64),
  name: 'stroop.zip',
  files: 2,
  bytes: 100,
  kind: 'plain',
  said_kind: null,
  check: 'whole',
  entry: 'index.html',
  errors: 0,
  warnings: 0,
  in_use: true,
  rehearsed: false,
  created_at: '2026-11-20T10:00:00.000Z',
  ...more,
});
const noDraft: TimelineDraft = {
  version: 0,
  timeline: null,
  saved_at: null,
  faults: [],
  files: [],
  published_version: null,
};

/** The answers to the requests of the launch dialog, for a study that runs on this platform. */
export const launchDialogRoutes = (
  id: string,
  versions: StudyVersion[] = [aVersion({ _id: id })],
  rehearsals: Rehearsal[] = [],
  draft: Partial<TimelineDraft> = {},
): FakeRoute[] => [
  on(listVersions).answer({ status: 200, body: { items: versions, next_cursor: null } }),
  on(listRehearsals).answer({ status: 200, body: { items: rehearsals, next_cursor: null } }),
  on(readTimeline).answer({ status: 200, body: { ...noDraft, ...draft } }),
];
