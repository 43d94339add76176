/**
 * @long: `npm test -- long` tries many more acts of researchers
 * @engines one: uses rows and files, and calls the jobs without a queue, so it runs with only one
 * kind of queue (Redis or PostgreSQL)
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CommandBus } from '@nestjs/cqrs';
import { capabilities } from '../../../server/contexts';
import { days, hours } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Storage } from '../../../server/platform/storage/storage';
import { SweepStoredFilesJob } from '../../../server/platform/storage/sweep-stored-files.job';
import { VerifyObjects } from '../../../server/platform/storage/verify/verify-objects';
import { PurgeAccount } from '../../../server/processes/purge-account.command';
import { EmptyBinJob } from '../../../server/resources/bin/empty-bin.job';
import { readAllowedUploadFiles } from '../../../server/resources/uploads/allowed-upload-files';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { triesInTestRun } from '../../support/chance/lanes';
import { seededRandomOf, printSeededRandom, type SeededRandom } from '../../support/chance/seeded';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { consistentModels, type ModelledTransaction } from '../model/interleaved';
import { makeConsent, makeStudy } from '../studies/fixtures';
import type { ResourceAct } from './launched/acts';
import {
  copyOfModel,
  emptyBin,
  eraseAccountFiles,
  newBytesModel,
  referredHashes,
  applyAct,
  type BytesModel,
} from './launched/bytes-model';
import { RandomResourceActs } from './launched/drawn-acts';
import {
  readContentsOnDisk,
  snapshotDifferences,
  duplicateNames,
  readTablesSnapshot,
  expectedSnapshotOf,
  type TablesSnapshot,
} from './launched/pictures';
import { FilesUnderTest } from './launched/played-files';
import { resourceRequestsOf } from './resources-rig';
import { pngOf, sha256Of } from './uploading';

const games = triesInTestRun(1, 8);
const turns = triesInTestRun(100, 500);

const clock = new TestClock();
let run: SeparateApp;
let dataDir: string;
beforeEach(async () => {
  // An application with its own tables and data folder: jobs delete rows and files, and the test
  // compares all of them.
  run = await startApp({ clock });
  dataDir = run.engines.dataDir;
});
afterEach(async () => {
  await run.close();
  clock.reset();
});

/**
 * The error code with which the server may refuse simultaneous requests; such a refusal changes
 * nothing.
 */
const again = 'unavailable';
const first = printSeededRandom('acts with files of researchers').int(2 ** 31);

/** Makes the page of an experiment that stores an answer and comes to its end. */
const page = (n: number): Buffer =>
  Buffer.from(
    `<!doctype html><title>Page ${n}</title><script>onkeydown = () => commonlab.record({ pressed: ${n} }).then(commonlab.finish);</script>`,
  );

class Game {
  private readonly people = new Map<string, TestPerson>();
  private readonly contents = new Map<string, Buffer>();
  private model: BytesModel;
  private readonly acts: string[] = [];
  private readonly drawn: RandomResourceActs;
  private readonly product: FilesUnderTest;

  constructor(private readonly chance: SeededRandom) {
    const pictures = Array.from({ length: 8 }, () => pngOf(120));
    const texts = Array.from({ length: 4 }, (_, n) => Buffer.from(`The words of text ${n}.\n`));
    const pages = Array.from({ length: 3 }, (_, n) => page(n));
    for (const content of [...pictures, ...texts, ...pages])
      this.contents.set(sha256Of(content), content);
    const hashes = {
      pictures: pictures.map(sha256Of),
      texts: texts.map(sha256Of),
      pages: pages.map(sha256Of),
    };
    this.model = newBytesModel(hashes.pages);
    this.drawn = new RandomResourceActs(chance, hashes);
    this.product = new FilesUnderTest(run, this.people, this.contents);
  }

  /** Makes two researchers, each of whom owns a study that the other one edits. */
  async start(): Promise<void> {
    const both = [await makeResearcher(run.source), await makeResearcher(run.source)];
    const ids = both.map(({ _id }) => _id);
    for (const person of both) {
      this.people.set(person._id, person);
      this.model.things.set(await resourceRequestsOf(run).root(person), {
        ...{
          kind: 'folder',
          owner: person._id,
          parent: null,
          name: '',
          binnedAt: null,
          hashes: [],
        },
      });
      const study = await makeStudy(run, person);
      await makeConsent(run, person, study);
      await run.source.query(
        `INSERT INTO identity.study_collaborator (account_id, study_id, role, since)
         SELECT id, $2, 'editor', now() FROM unnest($1::uuid[]) AS id`,
        [ids.filter((id) => id !== person._id), study],
      );
      this.model.studies.set(study, {
        ...{ people: ids, versions: new Map(), draft: new Map(), chosen: null },
      });
      await this.upload(person._id, study);
    }
  }

  /** Uploads an experiment as a version, which the study uses from now on. */
  private async upload(who: string, study: string): Promise<void> {
    await this.play([{ kind: 'archive', who, study, files: this.drawn.archived(), made: '' }]);
    const [version = ''] = this.model.studies.get(study)?.versions.keys() ?? [];
    await this.play([{ kind: 'choose', who, study, version }]);
  }

  async turn(): Promise<void> {
    this.model.now = clock.now().getTime();
    const drawn = this.chance.int(50);
    if (drawn === 0) return this.emptyBin();
    if (drawn < 3) return this.sweep();
    const acts = [this.draw()];
    // Leaves out two simultaneous uploads of one name: the second continues the first or waits for
    // it (uploads.spec.ts).
    const beside = this.draw();
    if (this.chance.int(4) === 0 && !(acts[0]?.kind === 'upload' && beside.kind === 'upload'))
      acts.push(beside);
    await this.play(acts);
  }

  private draw(): ResourceAct {
    const all = [...this.people.keys()];
    return this.drawn.next(this.model, all[this.chance.int(all.length)] ?? '');
  }

  /**
   * Performs the acts at the same time. Fails if no order of the acts explains their answers and
   * the resulting state.
   */
  private async play(acts: readonly ResourceAct[]): Promise<void> {
    const outcomes = await Promise.all(acts.map((act) => this.product.take(act)));
    this.acts.push(outcomes.map((one) => JSON.stringify(one)).join(' BESIDE '));
    const sequences = outcomes.map(({ act, outcome }): ModelledTransaction<ResourceAct>[] =>
      outcome === again ? [] : [{ act, outcome, mayBeLeftOut: false }],
    );
    const possible = consistentModels(this.model, sequences, {
      copyOf: copyOfModel,
      take: applyAct,
      settle: () => undefined,
    });
    const found = await readTablesSnapshot(run.source);
    const fits = possible.find((model) => isDeepStrictEqual(expectedSnapshotOf(model), found));
    if (!fits) throw new Error(this.told(possible, found));
    this.model = fits;
  }

  /**
   * Describes the last acts, and where the state differs from what these acts should have caused.
   */
  private told(possible: readonly BytesModel[], found: TablesSnapshot): string {
    const differences = possible.map((model) =>
      snapshotDifferences(expectedSnapshotOf(model), found),
    );
    return JSON.stringify({ acts: this.acts.slice(-4), differences }, null, 1);
  }

  private async looks(): Promise<void> {
    expect(await readTablesSnapshot(run.source)).toEqual(expectedSnapshotOf(this.model));
    expect(await duplicateNames(run.source)).toEqual([]);
  }

  /**
   * Compares the files on disk with the model.
   * @param isSwept whether the disk must have no other file
   */
  async disk(isSwept = false): Promise<void> {
    const there = await readContentsOnDisk(dataDir);
    for (const [name, hash] of there) expect(hash).toBe(name);
    const wanted = [...referredHashes(this.model)].sort();
    expect([...there.keys()].filter((name) => isSwept || wanted.includes(name)).sort()).toEqual(
      wanted,
    );
  }

  private async emptyBin(): Promise<void> {
    clock.advance(days(this.chance.int(2) === 0 ? 16 : 31));
    this.model.now = clock.now().getTime();
    await new EmptyBinJob(run.source, run.app.get(UnitOfWork), clock).run();
    emptyBin(this.model);
    this.acts.push('the bin is emptied');
    await this.looks();
    await this.disk();
  }

  private async sweep(): Promise<void> {
    clock.advance(hours(26));
    const job = new SweepStoredFilesJob(
      run.source,
      run.app.get(UnitOfWork),
      run.app.get(Storage),
      clock,
      capabilities,
    );
    while ((await job.run()) > 0);
    this.acts.push('stored files are swept');
    await this.looks();
    await this.disk(true);
  }

  async erasePerson(): Promise<void> {
    const all = [...this.people.keys()];
    const gone = all[this.chance.int(all.length)] ?? '';
    await run.source.query(`UPDATE identity.account SET deletion_at = $2 WHERE id = $1`, [
      gone,
      clock.now(),
    ]);
    expect(await run.app.get(CommandBus).execute(new PurgeAccount(gone))).toBe(true);
    eraseAccountFiles(this.model, gone);
    await this.looks();
    await this.sweep();
  }

  async verify(): Promise<void> {
    const faults: string[] = [];
    const root = join(dataDir, 'objects');
    const report = {
      fault: (kind: string, path: string) => void faults.push(`${kind} ${path}`),
      unused: (sha256: string) => void faults.push(`unused ${sha256}`),
      progress: () => undefined,
    };
    const now = clock.now();
    const verdict = await new VerifyObjects(run.source, capabilities, root, report).run(
      now,
      (names) => readAllowedUploadFiles(run.source, join(root, 'arriving'), names, now),
    );
    expect(faults).toEqual([]);
    expect(verdict.contents).toBe(referredHashes(this.model).size);
  }

  get launches(): number {
    return this.model.launched.size;
  }
}

it.each(Array.from({ length: games }, (_, n) => first + n))(
  'Whatever researchers do with files (simulation %i), launched sessions keep theirs, and unused files are deleted',
  async (seed) => {
    const game = new Game(seededRandomOf(seed));
    await game.start();
    for (let n = 0; n < turns; n++) {
      await game.turn();
      if (n % 10 === 0) await game.disk();
    }
    await game.erasePerson();
    await game.verify();
    expect(game.launches).toBeGreaterThan(0);
  },
  Math.max(60_000, turns * 1_000),
);
