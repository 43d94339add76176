import type { SeededRandom } from '../../../support/chance/seeded';
import type { ResourceAct, FileChoice } from './acts';
import type { BytesModel } from './bytes-model';

const pictures = ['face.png', 'Face.png', 'house.png'];
const texts = ['words.txt', 'list.txt'];
const folders = ['one', 'two', 'face.png'];
const others = ['img/a.png', 'img/b.png', 'data/c.txt'];
const index = 'index.html';
const most = { things: 40, folders: 8, studies: 4 };

/** Contents by their hash. */
export interface ContentHashes {
  readonly pictures: readonly string[];
  readonly texts: readonly string[];
  /** The hashes of pages. A study gets its pages from archives, and not from resource files. */
  readonly pages: readonly string[];
}

/** Draws at random what people do next, mostly something that is possible. */
export class RandomResourceActs {
  constructor(
    private readonly chance: SeededRandom,
    private readonly contents: ContentHashes,
  ) {}

  next(model: BytesModel, who: string): ResourceAct {
    for (;;) {
      const act = this.drawn(model, who);
      if (act) return { ...act, who } as ResourceAct;
    }
  }

  private one<T>(all: readonly T[]): T | undefined {
    return all[this.chance.int(all.length)];
  }
  private maybe<T>(value: T): T | undefined {
    return this.chance.int(2) === 0 ? value : undefined;
  }

  /**
   * Draws an act, without the person, whom `next` adds.
   * @returns undefined if the drawn act is impossible, for example because the person has no file
   */
  private drawn(model: BytesModel, who: string): object | undefined {
    const things = [...model.things].map(([id, thing]) => ({ id, ...thing }));
    const own = things.filter(({ owner }) => owner === who);
    // In one of ten draws, the act may be about a file or folder of another person.
    const any = this.chance.int(10) === 0 ? things : own;
    const folder = this.one(any.filter(({ kind, binnedAt }) => kind === 'folder' && !binnedAt))?.id;
    const files = any.filter(({ kind }) => kind === 'file');
    const [thing, file] = [this.one(any), this.one(files)];
    const mine = [...model.studies].filter(([, { people }]) => people.includes(who));
    const study = this.one(mine)?.[0];
    if (folder === undefined || study === undefined) throw new Error('a person without a folder');
    const shared = this.one(things.filter(isFile));
    const number = this.chance.int(100);
    if (number < 16) return this.upload(own.length, folder);
    if (number < 20)
      return own.filter(({ kind }) => kind === 'folder').length < most.folders
        ? { kind: 'add folder', folder, name: this.one(folders), made: '' }
        : undefined;
    if (number < 34) return thing && this.change(thing, folder);
    if (number < 40) return thing && { kind: 'delete', id: thing.id, forGood: false };
    if (number < 43) return thing && { kind: 'delete', id: thing.id, forGood: true };
    if (number < 47) return shared && this.copy(own.length, shared.id, folder);
    if (number < 52) return file && this.reinstate(file);
    if (number < 55)
      return { kind: 'share', folder, study, may: this.one(['read', 'copy', 'copy', null]) };
    return this.ofStudy(model, study, this.chance.int(4) === 0 ? things.filter(isFile) : files);
  }

  private reinstate({ id, hashes }: { id: string; hashes: readonly string[] }): object {
    return { kind: 'reinstate', id, number: 1 + this.chance.int(hashes.length + 1) };
  }

  private upload(has: number, folder: string): object | undefined {
    if (has > most.things) return undefined;
    const isPicture = this.chance.int(2) > 0;
    const name = this.one(isPicture ? pictures : texts);
    const hash = this.one(isPicture ? this.contents.pictures : this.contents.texts);
    return { kind: 'upload', folder, name, hash, replace: this.chance.int(3) > 0, made: '' };
  }

  private change(
    {
      id,
      kind,
      name,
      binnedAt,
    }: { id: string; kind: string; name: string; binnedAt: number | null },
    folder: string,
  ): object {
    const names = kind === 'folder' ? folders : name.endsWith('.png') ? pictures : texts;
    const change = { name: this.maybe(this.one(names)), folder: this.maybe(folder) };
    const isEmpty = change.name === undefined && change.folder === undefined;
    return {
      kind: 'change',
      id,
      ...change,
      back: isEmpty || (binnedAt !== null && this.chance.int(4) > 0),
    };
  }

  private copy(has: number, id: string, folder: string): object | undefined {
    if (has > most.things) return undefined;
    const name = this.maybe(`copy ${this.chance.int(4)}.png`);
    return { kind: 'copy', id, folder, name, made: '' };
  }

  private ofStudy(
    model: BytesModel,
    id: string,
    files: readonly { id: string; hashes: readonly string[] }[],
  ): object | undefined {
    const study = model.studies.get(id);
    if (!study) return undefined;
    const version = this.one([...study.versions])?.[0];
    const takes = files.length > 0 ? this.chosen(files) : undefined;
    const number = this.chance.int(20);
    if (number < 6) {
      const base = this.chance.int(6) > 0 ? (version ?? null) : null;
      return takes && { kind: 'take', study: id, base, files: takes, made: '' };
    }
    if (number < 8) return takes && { kind: 'beside', study: id, files: takes };
    if (number < 9) return { kind: 'take away', study: id, path: this.one(others) };
    if (number < 11) return { kind: 'archive', study: id, files: this.archived(), made: '' };
    if (number < 12) return this.copyStudy(model, id);
    if (number < 15 && study.chosen !== null) return { kind: 'launch', study: id, made: '' };
    if (version === undefined) return undefined;
    return { kind: number < 18 ? 'choose' : 'delete version', study: id, version };
  }

  private copyStudy({ studies }: BytesModel, study: string): object | undefined {
    if (studies.size >= most.studies) return undefined;
    return { kind: 'copy study', study, made: '', madeVersion: '' };
  }

  private chosen(files: readonly { id: string; hashes: readonly string[] }[]): FileChoice[] {
    const some = this.chance.some([...others, ...(this.chance.int(6) === 0 ? [index] : [])]);
    return (some.length > 0 ? some : others).flatMap((path) => {
      const file = this.one(files);
      const number = file && this.maybe(1 + this.chance.int(file.hashes.length));
      return file ? [{ path, id: file.id, number }] : [];
    });
  }
  /** Draws the files of an archive: a page that can be launched, and pictures. */
  archived(): (readonly [string, string])[] {
    return [index, ...this.chance.some(others)].map((path) => [
      path,
      this.one(path === index ? this.contents.pages : this.contents.pictures) ?? '',
    ]);
  }
}

const isFile = ({ kind }: { readonly kind: string }) => kind === 'file';
