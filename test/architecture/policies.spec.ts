import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectPolicies, type AccessPolicy } from '../../server/access/access-policies';
import { capabilities } from '../../server/contexts';

const root = join(__dirname, '../..');

/** The file of the policy for studies, the only one that may compare a study's owner. */
const policy = 'server/studies/study.policy.ts';
/** The code for uploaded files compares the owners of files and folders, not of studies. */
const ofFiles = /^server\/resources\//;

const compared = [
  // Matches owner_id = $1, owner_id IS …, owner_id IN …, study.owner_id === accountId; not SET owner_id = …
  /(?<!\bSET\s+)(?:[\w$]+\.)?\bowner_id\s*(?:[!<>=]=+|<>|=(?!>)|\bIS\b|\bIN\b)/,
  // Matches $1 = t.owner_id, a.id IN (t.owner_id …), accountId === study.owner_id
  /(?:[!=]==?|<>|(?<!=)=|\bIN\s*\()\s*(?:[\w$]+\.)?owner_id\b/,
];

/** Finds the lines that compare `owner_id`. */
const decisions = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => compared.some((pattern) => pattern.test(line)))
    .map((line) => line.trim());

describe('ownership of a study', () => {
  it('is compared only by the access policy', () => {
    const files = ['server', 'workers']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
          (file) => `${folder}/${file}`,
        ),
      )
      .filter((file) => /(?<!\.spec)\.ts$/.test(file) && file !== policy && !ofFiles.test(file));
    expect(files.length).toBeGreaterThan(200);
    const found = files.flatMap((file) =>
      decisions(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    'WHERE st.id = $1 AND st.owner_id = $2',
    'WHERE owner_id = ANY($1)',
    'JOIN research.study t ON a.id = t.owner_id',
    't.owner_id IS NOT DISTINCT FROM $2::uuid AS own',
    'WHERE owner_id IN ($1, $2)',
    'if (tile.owner_id !== person.account_id) return;',
    'const own = person.account_id === study.owner_id;',
  ])('is detected as compared in %s', (line) => expect(decisions(line)).toEqual([line]));

  it.each([
    'UPDATE research.study SET owner_id = $2',
    'owner_id: ownerId,',
    'return rows.map(({ owner_id }) => owner_id);',
    'SELECT s.id, st.owner_id FROM research.recruitment s',
  ])('is not reported in %s', (line) => expect(decisions(line)).toEqual([]));
});

describe('access policies of the contexts', () => {
  const among = (change: (policy: AccessPolicy) => AccessPolicy) => () =>
    collectPolicies({
      ...capabilities,
      contexts: capabilities.contexts.map(({ policies = [], ...context }) => ({
        ...context,
        policies: policies.map(change),
      })),
    });

  it('cover every policy that the contract and the live topics name', () => {
    expect(among((policy) => policy)).not.toThrow();
  });

  it('stop the boot when a live topic names a policy that decides on a request', () => {
    const onRequest = (policy: AccessPolicy): AccessPolicy =>
      policy.name === 'session.manage'
        ? { ...policy, decidedBy: 'request', decide: () => undefined }
        : policy;
    expect(among(onRequest)).toThrow(
      'the topic session names the policy session.manage, which decides on a request.',
    );
  });
});
