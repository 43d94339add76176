import type { TimelineNode } from './timeline';

/** Yields all nodes, each before the nodes that it contains. */
export function* walkNodes(nodes: readonly TimelineNode[]): Generator<TimelineNode> {
  for (const node of nodes) {
    yield node;
    if (node.type === 'block') yield* walkNodes(node.nodes);
  }
}

/** The folder of a version that holds the files of a study. */
export const studyFilesFolder = 'files/';
/** Returns the address of a file of the study, relative to the study's page. */
export const studyFileAddress = (path: string): string =>
  studyFilesFolder + path.split('/').map(encodeURIComponent).join('/');
