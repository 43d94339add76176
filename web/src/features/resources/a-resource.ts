import type { ResourceFile, ResourceFolder } from '../../../../contracts/resources/files';

export const aResourceId = (n: number): string =>
  `0193a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** A file for tests. */
export const aFile = (n: number, more: Partial<ResourceFile> = {}): ResourceFile => ({
  _id: aResourceId(n),
  folder_id: aResourceId(1),
  name: `${String(n).padStart(2, '0')}.png`,
  version: 1,
  sha256: 'a'.repeat(64),
  bytes: 1000 + n,
  type: 'image/png',
  state: 'ready',
  facts: { width: 1024, height: 768, notes: [] },
  url: `https://lab.test/api/objects/${n}?expires=1&name=${n}&type=image%2Fpng&signature=s`,
  thumbnail_url: null,
  licence: '',
  creator: '',
  source: '',
  effective: { licence: '', creator: '', source: '' },
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
  deleted_at: null,
  ...more,
});

/** A folder for tests; it belongs to the signed-in person unless `more` says otherwise. */
export const aFolder = (n: number, more: Partial<ResourceFolder> = {}): ResourceFolder => ({
  _id: aResourceId(n),
  parent_id: aResourceId(1),
  name: `Folder ${n}`,
  licence: '',
  creator: '',
  source: '',
  owner: null,
  may: 'change',
  files: 0,
  folders: 0,
  updated_at: '2026-11-01T10:00:00Z',
  deleted_at: null,
  ...more,
});
