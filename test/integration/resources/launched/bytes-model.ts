import { nameComparisonKey } from '../../../../contracts/resources/resource-name.rule';
import { days } from '../../../../server/platform/concurrency/clock';
import type { ResourceAct, FileChoice } from './acts';

/** A file or a folder; the root folder has no parent. */
interface Thing {
  readonly kind: 'file' | 'folder';
  readonly owner: string;
  parent: string | null;
  name: string;
  /**
   * The time at which the thing itself (not a folder above it) was put into the bin, by the clock
   * of the application.
   */
  binnedAt: number | null;
  /** The hashes of a file's versions: the first one has number 1. */
  readonly hashes: string[];
}
type Files = Map<string, string>;
interface Version {
  readonly files: Files;
  frozen: boolean;
}
interface StudyOf {
  readonly people: readonly string[];
  readonly versions: Map<string, Version>;
  readonly draft: Files;
  chosen: string | null;
}

/**
 * A model of what the product must have stored. The keys of the maps are the ids that the product
 * gave. `Files` maps each path to the hash of its content.
 */
export interface BytesModel {
  now: number;
  /** The hashes of pages that store answers and come to an end. */
  readonly pages: ReadonlySet<string>;
  readonly things: Map<string, Thing>;
  /** The shares by folder, then by study. */
  readonly shares: Map<string, Map<string, 'read' | 'copy'>>;
  readonly studies: Map<string, StudyOf>;
  /** What each session was launched with; nothing ever changes or deletes an entry. */
  readonly launched: Map<string, { readonly version: string; readonly files: Files }>;
}

export const newBytesModel = (pages: readonly string[]): BytesModel => ({
  now: 0,
  pages: new Set(pages),
  things: new Map(),
  shares: new Map(),
  studies: new Map(),
  launched: new Map(),
});
export const copyOfModel = (model: BytesModel): BytesModel => structuredClone(model);

/** A refusal of the product, by its code. */
class Refused extends Error {}
const refuse = (code: string): never => {
  throw new Refused(code);
};

/**
 * Performs one act on the model. The act already contains the ids that the product gave to new
 * things.
 * @returns `done`, or the code of a refusal, which changes nothing
 */
export function applyAct(model: BytesModel, act: ResourceAct): string {
  try {
    new Taking(model, act.who).take(act);
    return 'done';
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

class Taking {
  constructor(
    private readonly model: BytesModel,
    private readonly who: string,
  ) {}

  take(act: ResourceAct): void {
    switch (act.kind) {
      case 'upload':
        return this.upload(act);
      case 'add folder': {
        this.ownFolder(act.folder);
        this.mustBeFree(act.folder, act.name);
        return this.add(act.made, { kind: 'folder', parent: act.folder, name: act.name });
      }
      case 'change':
        return this.change(act);
      case 'delete':
        return this.delete(act.id, act.forGood);
      case 'copy':
        return this.copy(act);
      case 'reinstate': {
        const file = this.own(act.id);
        if (file.binnedAt !== null) refuse('not_found');
        return newest(file, file.hashes[act.number - 1] ?? refuse('not_found'));
      }
      case 'share': {
        if (this.own(act.folder).binnedAt !== null) refuse('not_found');
        this.model.shares.set(act.folder, new Map(act.may ? [[act.study, act.may]] : []));
        return;
      }
      case 'take':
        return this.takeInto(act);
      case 'beside': {
        const draft = this.study(act.study).draft;
        for (const [path, hash] of this.contents(act.files)) draft.set(path, hash);
        return;
      }
      case 'take away': {
        if (!this.study(act.study).draft.delete(act.path)) refuse('not_found');
        return;
      }
      case 'archive':
        return this.addVersion(act.study, new Map(act.files), act.made);
      case 'choose': {
        const study = this.study(act.study);
        if (!study.versions.get(act.version)?.files.has('index.html')) refuse('validation_failed');
        study.chosen = act.version;
        return;
      }
      case 'launch': {
        const { chosen, versions } = this.study(act.study);
        const version = versions.get(chosen ?? '') ?? refuse('nothing to launch');
        if (!this.model.pages.has(version.files.get('index.html') ?? ''))
          refuse('rehearsal_missing');
        version.frozen = true;
        const files = new Map(version.files);
        this.model.launched.set(act.made, { version: chosen ?? '', files });
        return;
      }
      case 'delete version': {
        const study = this.study(act.study);
        const version = study.versions.get(act.version) ?? refuse('not_found');
        if (version.frozen || study.chosen === act.version) refuse('version_in_use');
        study.versions.delete(act.version);
        return;
      }
      case 'copy study': {
        const { chosen, versions, draft } = this.study(act.study);
        const files = versions.get(chosen ?? '')?.files;
        this.model.studies.set(act.made, {
          people: [this.who],
          versions: new Map(files && [[act.madeVersion, { files: new Map(files), frozen: false }]]),
          draft: new Map(draft),
          chosen: files ? act.madeVersion : null,
        });
      }
    }
  }

  private upload({
    folder,
    name,
    hash,
    replace,
    made,
  }: Extract<ResourceAct, { kind: 'upload' }>): void {
    this.ownFolder(folder);
    const there = this.named(folder, name);
    if (!there) return this.add(made, { kind: 'file', parent: folder, name }, [hash]);
    const [id, file] = there;
    if (file.kind === 'folder' || !replace) refuse('path_taken');
    if (made !== '' && made !== id) refuse(`it is ${id}`);
    newest(file, hash);
  }

  private change({ id, name, folder, back }: Extract<ResourceAct, { kind: 'change' }>): void {
    const thing = this.own(id);
    const { parent, binnedAt } = thing;
    if (binnedAt !== null && !back) refuse('not_found');
    if (name === undefined && folder === undefined && binnedAt === null) return;
    if (parent === null) return refuse('forbidden');
    const target = folder ?? (this.isBuried(thing) ? this.rootOf(this.who) : parent);
    this.ownFolder(target);
    if (this.lineOf(target).includes(id)) refuse('folder_in_itself');
    this.mustBeFree(target, name ?? thing.name, id);
    Object.assign(thing, { parent: target, name: name ?? thing.name, binnedAt: null });
  }

  private delete(id: string, forGood: boolean): void {
    const thing = this.own(id);
    if (thing.parent === null) refuse('forbidden');
    if (forGood) removeThing(this.model, id);
    else thing.binnedAt ??= this.model.now;
  }

  private copy({ id, folder, name, made }: Extract<ResourceAct, { kind: 'copy' }>): void {
    const { file, may } = this.seen(id);
    if (file.binnedAt !== null) refuse('not_found');
    if (may === 'read') refuse('forbidden');
    this.ownFolder(folder);
    this.mustBeFree(folder, name ?? file.name);
    const copied = { kind: 'file', parent: folder, name: name ?? file.name } as const;
    this.add(made, copied, file.hashes.slice(-1));
  }

  private takeInto({ study, base, files, made }: Extract<ResourceAct, { kind: 'take' }>): void {
    const before = this.study(study).versions.get(base ?? '')?.files;
    if (base !== null && !before) refuse('not_found');
    this.addVersion(study, new Map([...(before ?? []), ...this.contents(files)]), made);
  }

  /** Adds a version, unless the study has a version with the same files. */
  private addVersion(id: string, files: Files, made: string): void {
    const { versions } = this.study(id);
    const same = [...versions].find(([, version]) => isSame(version.files, files))?.[0];
    if (same === undefined) versions.set(made, { files, frozen: false });
    else if (made !== '' && same !== made) refuse(`it is ${same}`);
  }

  private contents(files: readonly FileChoice[]): Files {
    return new Map(
      files.map(({ path, id, number }) => {
        const thing = this.model.things.get(id) ?? refuse('not_found');
        const isAway = thing.binnedAt !== null || this.isBuried(thing);
        // Of other people's files, only the newest version can be copied.
        const isNewest = number === undefined || number === thing.hashes.length;
        const isMine = thing.owner === this.who || (this.sharedBy(id) === 'copy' && isNewest);
        if (isAway || !isMine) refuse('not_found');
        const hash = number === undefined ? thing.hashes.at(-1) : thing.hashes[number - 1];
        return [path, hash ?? refuse('not_found')];
      }),
    );
  }

  private study(id: string): StudyOf {
    return this.model.studies.get(id) ?? refuse('not_found');
  }
  private rootOf(owner: string): string {
    for (const [id, thing] of this.model.things)
      if (thing.owner === owner && thing.parent === null) return id;
    return refuse('no root folder');
  }
  private add(id: string, thing: Pick<Thing, 'kind' | 'parent' | 'name'>, hashes: string[] = []) {
    this.model.things.set(id, { ...thing, owner: this.who, binnedAt: null, hashes });
  }

  /** Returns the ids of the file or folder and of the folders above it. */
  private lineOf(id: string): string[] {
    const parent = this.model.things.get(id)?.parent ?? null;
    return parent === null ? [id] : [id, ...this.lineOf(parent)];
  }
  private isBinned = (id: string) => (this.model.things.get(id)?.binnedAt ?? null) !== null;
  private isBuried = ({ parent }: Thing) =>
    parent !== null && this.lineOf(parent).some(this.isBinned);

  private sharedBy(id: string): 'read' | 'copy' | undefined {
    const line = this.lineOf(id);
    const mays = line.flatMap((folder, i) =>
      line.slice(i).some(this.isBinned)
        ? []
        : [...(this.model.shares.get(folder) ?? [])]
            .filter(([study]) => this.study(study).people.includes(this.who))
            .map(([, may]) => may),
    );
    return mays.includes('copy') ? 'copy' : mays[0];
  }

  private seen(id: string) {
    const file = this.model.things.get(id) ?? refuse('not_found');
    const may = file.owner === this.who ? ('change' as const) : this.sharedBy(id);
    const isInOwnBin = may === 'change' && file.binnedAt !== null;
    if (!may || (!isInOwnBin && (file.binnedAt !== null || this.isBuried(file))))
      refuse('not_found');
    return { file, may };
  }
  private own(id: string): Thing {
    const { file, may } = this.seen(id);
    return may === 'change' ? file : refuse('forbidden');
  }
  private ownFolder(id: string): void {
    const folder = this.model.things.get(id);
    if (folder?.owner !== this.who || this.lineOf(id).some(this.isBinned)) refuse('not_found');
  }
  private named(folder: string, name: string): readonly [string, Thing] | undefined {
    return [...this.model.things].find(
      ([, { parent, binnedAt, name: taken }]) =>
        parent === folder &&
        binnedAt === null &&
        nameComparisonKey(taken) === nameComparisonKey(name),
    );
  }
  private mustBeFree(folder: string, name: string, except?: string): void {
    const there = this.named(folder, name);
    if (there && there[0] !== except) refuse('path_taken');
  }
}

const newest = ({ hashes }: Thing, hash: string): void => {
  if (hashes.at(-1) !== hash) hashes.push(hash);
};
const isSame = (one: Files, other: Files) =>
  one.size === other.size && [...one].every(([path, hash]) => other.get(path) === hash);

/**
 * Deletes a file or folder for good, with the content of the folder. Content that a person had put
 * into the bin separately stays in the bin, and now belongs to the root folder.
 */
function removeThing(model: BytesModel, id: string): void {
  const owner = model.things.get(id)?.owner;
  const root = [...model.things].find(([, one]) => one.owner === owner && one.parent === null)?.[0];
  for (const [below, thing] of model.things)
    if (thing.parent === id && thing.binnedAt !== null) thing.parent = root ?? null;
    else if (thing.parent === id) removeThing(model, below);
  model.things.delete(id);
  model.shares.delete(id);
}

/** Deletes what has been in the bin for thirty days. */
export function emptyBin(model: BytesModel): void {
  const due = [...model.things].filter(
    ([, { binnedAt }]) => binnedAt !== null && binnedAt <= model.now - days(30),
  );
  for (const [id] of due) removeThing(model, id);
}

/** Deletes the files of an erased account; its studies, their versions and drafts stay. */
export function eraseAccountFiles(model: BytesModel, account: string): void {
  for (const [id, { owner }] of model.things)
    if (owner === account) {
      model.things.delete(id);
      model.shares.delete(id);
    }
}

/** Returns the hashes to which a file, a version or a draft refers. */
export const referredHashes = ({ things, studies }: BytesModel): Set<string> =>
  new Set([
    ...[...things.values()].flatMap(({ hashes }) => hashes),
    ...[...studies.values()].flatMap(({ versions, draft }) => [
      ...draft.values(),
      ...[...versions.values()].flatMap(({ files }) => [...files.values()]),
    ]),
  ]);
