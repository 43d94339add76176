/**
 * A component of a study, as in the study's description (`.jas`), without the fields that only
 * JATOS itself uses.
 */
export interface StudyComponent {
  readonly uuid: string;
  readonly title: string;
  /** The path of the page among the study's files; empty if the description names none. */
  readonly path: string;
  readonly active: boolean;
  readonly reloadable: boolean;
  readonly input: unknown;
}
/**
 * The study's description, as the server reads it from the `.jas` file and serves it as
 * `jatos.json` in the study's folder.
 */
export interface JatosStudyDescription {
  readonly study: Readonly<Record<string, unknown>> & { readonly input: unknown };
  readonly batch: Readonly<Record<string, unknown>> & { readonly input: unknown };
  readonly components: readonly StudyComponent[];
}

/**
 * The parameter of an address that says which component a page is, since one page may belong to
 * several components.
 */
const positionName = 'jatosComponent';

/** Returns the description of a study that has no `.jas` file: its only component is this page. */
const alone = (path: string): JatosStudyDescription => ({
  study: { title: document.title, input: null },
  batch: { input: null },
  components: [
    { uuid: 'page', title: document.title, path, active: true, reloadable: true, input: null },
  ],
});

export interface CurrentComponent {
  readonly description: JatosStudyDescription;
  /** The number of this page's component, from 1. */
  readonly position: number;
}

/**
 * Returns where a page is: the address of the folder with all of the study's files, and the page's
 * path in it.
 */
export function folderAndPathOf({ href }: Pick<Location, 'href'>): {
  folder: string;
  path: string;
} {
  const { origin, pathname } = new URL(href);
  const folder = /^\/s\/[^/]+\//.exec(pathname)?.[0] ?? '/';
  return { folder: origin + folder, path: decodeURIComponent(pathname.slice(folder.length)) };
}

/**
 * Returns the number of the component that a page belongs to: the one in the page's address,
 * otherwise the first component with this page.
 */
export function componentPositionOf(
  components: readonly StudyComponent[],
  path: string,
  search: string,
): number {
  const said = Number(new URLSearchParams(search).get(positionName));
  if (Number.isInteger(said) && said >= 1 && said <= components.length) return said;
  const of = (wanted: (one: StudyComponent) => boolean) => components.findIndex(wanted) + 1;
  return of((one) => one.active && one.path === path) || of((one) => one.path === path) || 1;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Requests the description until the server answers, since without it a study could neither begin
 * nor end.
 */
async function descriptionIn(folder: string): Promise<JatosStudyDescription | undefined> {
  for (let wait = 250; ; wait = Math.min(2 * wait, 8_000)) {
    const answer = await fetch(`${folder}__commonlab/jatos.json`).catch(() => undefined);
    if (answer?.status === 404) return undefined;
    if (answer?.ok) return (await answer.json()) as JatosStudyDescription;
    await pause(wait);
  }
}

export async function readCurrentComponent(): Promise<CurrentComponent> {
  const { folder, path } = folderAndPathOf(location);
  const description = (await descriptionIn(folder)) ?? alone(path);
  return {
    description,
    position: componentPositionOf(description.components, path, location.search),
  };
}

export const componentAddressOf = ({ path }: StudyComponent, position: number): string =>
  `${folderAndPathOf(location).folder}${path.split('/').map(encodeURIComponent).join('/')}?${positionName}=${position}`;
